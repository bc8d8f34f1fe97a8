// For Node, Deno and Bun: prints the result.
import { smoke } from './smoke.mjs'

console.log(await smoke())
