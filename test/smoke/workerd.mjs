// For workerd: `workerd test` calls this handler.
import { smoke } from './smoke.mjs'

export default {
  async test() {
    console.log(await smoke())
  },
}
