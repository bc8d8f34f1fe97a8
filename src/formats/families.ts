// Every shipped family, one a file.
export { hermes } from './hermes.ts'
export { plain } from './plain.ts'
export { qwen3Coder } from './qwen3-coder.ts'
