// For workerd: `workerd test` calls this handler.
import { smokeGateway } from './gateway.mjs'
import { smoke } from './smoke.mjs'

export default {
  async test() {
    console.log(await smoke())
    console.log(await smokeGateway())
  },
}
