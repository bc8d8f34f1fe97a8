import type { SourceFiles, TemplateSource } from './template-source.ts'
import { isObject, parseObject, readTokenizerConfig, tokenText } from './tokenizer-config.ts'

/**
 * Reads the folder of a model: `chat_template.jinja` before `chat_template.json` before the template of
 * `tokenizer_config.json`, special tokens from `tokenizer_config.json`, else `special_tokens_map.json`.
 *
 * @throws {TemplateError} when one of the files is not what it should be
 * @example
 * ```ts
 * const files = new Map([['chat_template.jinja', '{{ messages[0].content }}{{ eos_token }}']])
 * const source = await readModelFolder({ readText: async (name) => files.get(name) ?? null })
 * source.template // '{{ messages[0].content }}{{ eos_token }}'
 * ```
 */
export async function readModelFolder(files: SourceFiles): Promise<TemplateSource> {
  const [jinja, json, config, special] = await Promise.all([
    files.readText('chat_template.jinja'),
    files.readText('chat_template.json'),
    files.readText('tokenizer_config.json'),
    files.readText('special_tokens_map.json'),
  ])
  const fromConfig: TemplateSource = config === null ? { named: {} } : readTokenizerConfig(config)
  const template = jinja ?? templateOfJson(json) ?? fromConfig.template
  const map = special === null ? {} : parseObject(special, 'special_tokens_map.json')
  const bosToken = fromConfig.bosToken ?? tokenText(map['bos_token'])
  const eosToken = fromConfig.eosToken ?? tokenText(map['eos_token'])
  return {
    ...fromConfig,
    ...(template === undefined ? {} : { template }),
    ...(bosToken === undefined ? {} : { bosToken }),
    ...(eosToken === undefined ? {} : { eosToken }),
  }
}

function templateOfJson(text: string | null): string | undefined {
  if (text === null) return undefined
  const value = parseObject(text, 'chat_template.json')
  const template = isObject(value) ? value['chat_template'] : undefined
  return typeof template === 'string' ? template : undefined
}
