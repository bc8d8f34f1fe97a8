import { wireProtocols, type WireProtocol } from '../protocol/wire.ts'
import type { Arguments, OptionSpec } from './arguments.ts'

/** The option that names a client's protocol. */
export const protocolOption: OptionSpec = {
  value: 'PROTOCOL',
  oneOf: wireProtocols,
  help: 'the protocol of the client; openai-chat unless said otherwise',
}

/** The protocol that was asked for. */
export function protocolOf(args: Arguments): WireProtocol {
  const name = args.text('protocol')
  return wireProtocols.find((protocol) => protocol === name) ?? 'openai-chat'
}
