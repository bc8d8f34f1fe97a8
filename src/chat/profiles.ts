import type { FamilyPolicies, Policies, Profile, ReadingMode } from './policy.ts'
import { checkText } from '../util/wrong-argument.ts'

const pegbnf: Profile = {
  name: 'pegbnf',
  policies: {
    reading: 'tolerant',
    unmatchedText: 'recover',
    heldText: 'text',
    brokenCall: 'keep',
    toolInReasoning: 'end',
    strayReasoningClose: 'swallow',
    reasoningLayout: 'drop',
    reasoningTail: 'keep',
    repeatedOpener: 'swallow',
    beforeOpener: 'reasoning',
    blankReasoning: 'drop',
    lateReasoning: 'text',
    betweenMessages: 'nothing',
    blankContent: 'leave',
    promptText: 'drop',
    strayOpener: 'text',
    textBeforeJson: 'stray',
    fencedCall: 'call',
    spaceBeforeTools: 'drop',
    spaceBetweenTools: 'drop',
    contentAroundCalls: 'keep',
    textAfterCalls: 'content',
    contentAfterTool: 'own',
    undeclaredTool: 'text',
    namedChoice: 'all',
    withoutTools: 'text',
    noneChoice: 'text',
    extraCalls: 'drop',
    requiredCall: 'ignore',
    unfinishedCall: 'incomplete',
    invalidArguments: 'invalid',
    duplicateArgument: 'keep',
    argumentValue: 'typed',
    argumentSpacing: 'compact',
    jsonArguments: 'written',
    wrappedArguments: 'unwrap',
    nullString: 'null',
    valueEntities: 'text',
    copiedCloser: 'first',
    argumentFields: 'both',
    doubleEncoded: 'decode',
    openBrace: 'written',
    lastBrace: 'written',
    spelledMarker: 'text',
    turnEnd: 'swallow',
    commentary: 'content',
    toolCallsReason: 'stopped',
    reasoningTokens: 'interval',
  },
}

/** Its readers of these families ask for no end: they drop what follows, in silence. */
const noAnchor: Partial<Policies> = {
  textAfterCalls: 'drop',
  toolInReasoning: 'end',
  reasoningLayout: 'drop',
}

const llamaCpp: Profile = {
  name: 'llamaCpp',
  policies: {
    ...pegbnf.policies,
    reading: 'verbatim',
    unmatchedText: 'drop',
    heldText: 'drop',
    toolInReasoning: 'text',
    strayReasoningClose: 'content',
    reasoningLayout: 'keep',
    repeatedOpener: 'text',
    strayOpener: 'reject',
    spaceBeforeTools: 'content',
    undeclaredTool: 'reject',
    textAfterCalls: 'reject',
    argumentFields: 'own',
    doubleEncoded: 'keep',
    toolCallsReason: 'always',
    openBrace: 'early',
    promptText: 'keep',
    turnEnd: 'text',
  },
  formats: {
    'kimi-k2': { toolInReasoning: 'end' },
    'kimi-k3': { turnEnd: 'swallow' },
    'qwen3-coder': noAnchor,
    'qwen3.5': noAnchor,
    'nemotron-3': noAnchor,
    'step-3.5': noAnchor,
    'ling-3': {
      reading: 'tolerant',
      toolInReasoning: 'end',
      textAfterCalls: 'trimmed',
      turnEnd: 'swallow',
    },
    'deepseek-v3.2': { toolInReasoning: 'end' },
    'deepseek-v4': { toolInReasoning: 'end' },
  },
  whole: { policies: { brokenCall: 'drop' } },
}

const trimmedTail: Partial<Policies> = { reasoningTail: 'trim' }
const declaredOnly: Partial<Policies> = { ...trimmedTail, undeclaredTool: 'hide' }

/** Lists of Python calls, read whole: one that is broken does not take the others with it. */
const salvagedLists: FamilyPolicies = {
  pythonic: { brokenCall: 'salvage' },
  'llama-4': { brokenCall: 'salvage' },
  'olmo-3': { brokenCall: 'salvage' },
}

/** vLLM's newer engine, token by token; `whole` is its reading of a response that is not streamed. */
const vllm: Profile = {
  name: 'vllm',
  policies: {
    ...pegbnf.policies,
    reasoningLayout: 'keep',
    repeatedOpener: 'anywhere',
    lateReasoning: 'reasoning',
    blankReasoning: 'keep',
    strayOpener: 'drop',
    spaceBeforeTools: 'blank',
    contentAfterTool: 'next',
    undeclaredTool: 'emit',
    unfinishedCall: 'complete',
    argumentValue: 'coerce',
    argumentSpacing: 'spaced',
    argumentFields: 'own',
    lastBrace: 'held',
    toolCallsReason: 'unforced',
    reasoningTokens: 'text',
  },
  formats: {
    // Their readers look at the text alone.
    hermes: { spelledMarker: 'marker' },
    longcat: { spelledMarker: 'marker' },
    'glm-4.5': declaredOnly,
    'glm-4.7': declaredOnly,
    'minimax-m2': declaredOnly,
    'minimax-m3': declaredOnly,
    'deepseek-v3.2': { ...trimmedTail, strayOpener: 'text' },
    'deepseek-v4': { ...trimmedTail, strayOpener: 'text' },
    'deepseek-v4.1': { ...trimmedTail, strayOpener: 'text' },
    'kimi-k2': trimmedTail,
    'kimi-k3': trimmedTail,
    'gemma-4': trimmedTail,
    'step-3.5': trimmedTail,
    // Its markers are read with the line breaks that its template writes around them.
    'hunyuan-a13b': { reasoningLayout: 'drop', blankReasoning: 'drop', reasoningTail: 'trim' },
    dots: { undeclaredTool: 'text' },
    mistral: { textAfterCalls: 'drop' },
    'deepseek-v3': { textAfterCalls: 'drop' },
    'deepseek-v3.1': { textAfterCalls: 'drop' },
    // A brace begins prose as well as a call.
    'llama-3': {
      textAfterCalls: 'drop',
      argumentFields: 'both',
      strayOpener: 'text',
      spaceBeforeTools: 'drop',
    },
  },
  whole: {
    policies: {
      beforeOpener: 'drop',
      strayOpener: 'text',
      contentAroundCalls: 'trim',
      duplicateArgument: 'last',
    },
    formats: {
      hermes: { contentAroundCalls: 'keep' },
      'hunyuan-a13b': { textAfterCalls: 'drop', contentAroundCalls: 'keep' },
      'kimi-k2': { strayOpener: 'drop', contentAroundCalls: 'keep' },
      'gpt-oss': { jsonArguments: 'spaced', betweenMessages: 'line' },
      ...salvagedLists,
    },
  },
}

/** vLLM's older parsers: by text, one for reasoning and one for calls. */
const vllmLegacy: Profile = {
  name: 'vllmLegacy',
  policies: {
    ...vllm.policies,
    lateReasoning: 'text',
    strayReasoningClose: 'content',
    strayOpener: 'text',
    textAfterCalls: 'drop',
    contentAfterTool: 'own',
    lastBrace: 'written',
    spelledMarker: 'marker',
    reasoningTokens: 'depth',
  },
  formats: { 'kimi-k2': { strayOpener: 'drop' } },
  whole: {
    policies: { beforeOpener: 'drop', duplicateArgument: 'last' },
    formats: {
      hermes: { invalidArguments: 'rejectAll' },
      ...salvagedLists,
    },
  },
}

const lmdeploy: Profile = {
  name: 'lmdeploy',
  policies: {
    ...pegbnf.policies,
    toolInReasoning: 'suspend',
    lateReasoning: 'reasoning',
    namedChoice: 'only',
    textBeforeJson: 'skip',
    strayReasoningClose: 'content',
    reasoningLayout: 'keep',
    blankReasoning: 'keep',
    strayOpener: 'drop',
    spaceBeforeTools: 'content',
    spaceBetweenTools: 'between',
    undeclaredTool: 'hide',
    withoutTools: 'hide',
    requiredCall: 'check',
    argumentValue: 'cast',
    argumentSpacing: 'spaced',
    wrappedArguments: 'keep',
    nullString: 'text',
    argumentFields: 'own',
    doubleEncoded: 'keep',
    spelledMarker: 'marker',
    commentary: 'drop',
  },
  formats: {
    'qwen3-coder': { unfinishedCall: 'complete' },
    'qwen3.5': { unfinishedCall: 'complete' },
    'glm-4.5': { unfinishedCall: 'complete' },
    mimo: { unfinishedCall: 'complete', valueEntities: 'decode' },
    'glm-4.7': { unfinishedCall: 'complete' },
    // A recipient is a call, whoever was declared.
    'gpt-oss': { withoutTools: 'emit', undeclaredTool: 'emit' },
  },
}

const sglang: Profile = {
  name: 'sglang',
  policies: {
    ...pegbnf.policies,
    strayReasoningClose: 'content',
    reasoningLayout: 'keep',
    blankReasoning: 'keep',
    spaceBeforeTools: 'content',
    spaceBetweenTools: 'between',
    undeclaredTool: 'hide',
    unfinishedCall: 'complete',
    argumentValue: 'coerce',
    argumentSpacing: 'spaced',
    doubleEncoded: 'keep',
    spelledMarker: 'marker',
  },
  whole: { policies: { unfinishedCall: 'raw' } },
}

/** The profiles: pegbnf's own, and the engines that it can read like. */
export const profiles: {
  readonly pegbnf: Profile
  readonly llamaCpp: Profile
  readonly vllm: Profile
  readonly vllmLegacy: Profile
  readonly lmdeploy: Profile
  readonly sglang: Profile
} = { pegbnf, llamaCpp, vllm, vllmLegacy, lmdeploy, sglang }

/** Which of an engine's readings a profile is to equal. */
export interface ProfileOptions {
  /** vLLM's older parsers in place of its engine. */
  readonly legacy?: boolean
  /** The one reading of the engine that `parse` and `open` both follow; each its own by default. */
  readonly mode?: ReadingMode
}

/**
 * The profile of an engine by its name, in any spelling (`llama.cpp`, `vLLM`), in one of its readings.
 *
 * @returns `undefined` where no engine is called so
 * @example
 * ```ts
 * engineProfile('vLLM', { legacy: true, mode: 'whole' })?.policies.textAfterCalls // 'drop'
 * ```
 */
export function engineProfile(name: string, options: ProfileOptions = {}): Profile | undefined {
  checkText('the name of an engine', name)
  const wanted = plainName(name) + (options.legacy === true ? 'legacy' : '')
  const found = Object.values(profiles).find((profile) => plainName(profile.name) === wanted)
  return found === undefined || options.mode === undefined ? found : fixMode(found, options.mode)
}

function fixMode({ whole, ...profile }: Profile, mode: ReadingMode): Profile {
  if (mode === 'stream' || whole === undefined) return profile
  const names = new Set([
    ...Object.keys(profile.formats ?? {}),
    ...Object.keys(whole.formats ?? {}),
  ])
  const formats = [...names].map((name): [string, Partial<Policies>] => [
    name,
    { ...profile.formats?.[name], ...whole.policies, ...whole.formats?.[name] },
  ])
  return {
    ...profile,
    policies: { ...profile.policies, ...whole.policies },
    formats: Object.fromEntries(formats),
  }
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
