import type { TemplateSource } from './template-source.ts'
import { parseObject } from './tokenizer-config.ts'

/**
 * Reads the answer of a llama-server's `GET /props`: its template, the one for tools where it has one,
 * and its special tokens.
 *
 * @throws {TemplateError} when the text is no JSON object
 * @example
 * ```ts
 * readServerProps('{"chat_template": "{{ bos_token }}", "bos_token": "<s>"}').bosToken // '<s>'
 * ```
 */
export function readServerProps(text: string): TemplateSource {
  const props = parseObject(text, '/props')
  const read = (name: string): string | undefined => {
    const value = props[name]
    return typeof value === 'string' ? value : undefined
  }
  const [template, tools] = [read('chat_template'), read('chat_template_tool_use')]
  const [bosToken, eosToken] = [read('bos_token'), read('eos_token')]
  return {
    named: tools === undefined ? {} : { tool_use: tools },
    ...(template === undefined ? {} : { template }),
    ...(bosToken === undefined ? {} : { bosToken }),
    ...(eosToken === undefined ? {} : { eosToken }),
  }
}
