import { hermes } from './hermes.ts'
import { plain } from './plain.ts'
import { qwen3Coder } from './qwen3-coder.ts'

/** Every shipped format by its name in code. */
export const formats: {
  readonly hermes: typeof hermes
  readonly qwen3Coder: typeof qwen3Coder
  readonly plain: typeof plain
} = { hermes, qwen3Coder, plain }

export { hermes } from './hermes.ts'
export { plain } from './plain.ts'
export { qwen3Coder } from './qwen3-coder.ts'
export { formatByName, formatList, formatNames, type FormatEntry } from './registry.ts'
