// For Node, Deno and Bun: prints the result.
import { smokeGateway } from './gateway.mjs'
import { smoke } from './smoke.mjs'

console.log(await smoke())
console.log(await smokeGateway())
