export { chunksOf, type Cut } from './chunks.ts'
export { damageText } from './damage.ts'
export {
  parseMatchers,
  type ExpectedMessage,
  type MatcherResult,
  type ParseMatchers,
} from './matchers.ts'
export { randomMessages, type RandomMessagesOptions } from './random-messages.ts'
export {
  scriptedFetch,
  type ScriptedAnswer,
  type ScriptedFetch,
  type ScriptedFetchOptions,
} from './scripted-fetch.ts'
export { toChunks, toStream, type ToStreamOptions } from './to-stream.ts'
