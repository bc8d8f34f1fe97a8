import { chatMl, defineFormat, type Format } from './format.ts'
import { namedTools } from './named-tools.ts'

/** The server that the template says a tool is on: it goes by the tool's name. */
function serverOf(name: string): string {
  if (name.includes('_sandbox') || name.startsWith('run_') || name.includes('python'))
    return 'tool-python'
  if (name.includes('_search')) return 'search_and_scrape_webpage'
  return name === 'scrape_and_extract_info' ? 'jina_scrape_llm_summary' : 'generic-extras'
}

/**
 * MiroThinker: the name of a server, that of a tool on it, and JSON arguments in `<use_mcp_tool>`. The server
 * is dropped as it is read.
 *
 * Source: the chat template `MiroThinker-v1.jinja` as llama.cpp ships it.
 *
 * @throws {TypeError} when `toolChoice` names no tool
 * @example
 * ```ts
 * const chat = mirothinker({ tools: [{ function: { name: 'now' } }] })
 * const call = '<server_name>x</server_name>\n<tool_name>now</tool_name>\n<arguments>\n{}\n</arguments>'
 * const { message } = chat.parse(`<use_mcp_tool>\n${call}\n</use_mcp_tool>`)
 * message.toolCalls[0]?.name // 'now'
 * ```
 */
export const mirothinker: Format = defineFormat({
  ...chatMl,
  name: 'mirothinker',
  summary: '<tool_name> and JSON <arguments> in <use_mcp_tool>: MiroThinker',
  aliases: ['mirothinker-v1', 'mirothinker-v1.0', 'use_mcp_tool'],
  ...namedTools({
    list: { open: '<use_mcp_tool>\n', between: '\n', after: '\n', close: '</use_mcp_tool>' },
    open: '<server_name>',
    label: serverOf,
    nameOpen: '</server_name>\n<tool_name>',
    nameClose: '</tool_name>\n<arguments>\n',
    argumentsClose: '\n</arguments>',
  }),
})
