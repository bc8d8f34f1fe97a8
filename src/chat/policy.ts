/**
 * Where engines disagree: each field is one named choice, the default profile's first. What every
 * engine does is listed in the README.
 */
export interface Policies {
  /**
   * Text that fits no rule: kept as content with a note, dropped with a note, or thrown by `parse`
   * and `finish`.
   */
  readonly unmatchedText: 'recover' | 'drop' | 'throw'
  /** A tool opener inside the reasoning ends it, or is text of it. */
  readonly toolInReasoning: 'end' | 'text'
  /** A closer of the reasoning in content is swallowed, or is content. */
  readonly strayReasoningClose: 'swallow' | 'content'
  /** White space inside the opener of the reasoning and behind its closer is dropped, or is text. */
  readonly reasoningLayout: 'drop' | 'keep'
  /** An opener that repeats the prompt's own is swallowed, or is text of the reasoning. */
  readonly repeatedOpener: 'swallow' | 'text'
  /** A tool opener that begins no call, or text where a call was expected, is text, or no match. */
  readonly strayOpener: 'text' | 'reject'
  /** White space between content and a tool block is dropped, or is content. */
  readonly spaceBeforeTools: 'drop' | 'content'
  /** White space between tool blocks is dropped, or is content. */
  readonly spaceBetweenTools: 'drop' | 'content'
  /** Text after the last call is content, dropped, or no match. */
  readonly textAfterCalls: 'content' | 'drop' | 'reject'
  /** A call of a tool that was not declared is text, hidden, or a call like any other. */
  readonly undeclaredTool: 'text' | 'hide' | 'emit'
  /**
   * A call that the end of the text cut off: kept as incomplete, dropped, or given back as text. The
   * last two hold each call until its end.
   */
  readonly unfinishedCall: 'incomplete' | 'drop' | 'raw'
  /**
   * Arguments that are not valid JSON: kept as they are in a call marked invalid, or the call is
   * dropped with a note, which holds each call until its end.
   */
  readonly invalidArguments: 'invalid' | 'reject'
  /** A tagged value that its schema does not allow: text when it is not, or taken as it stands. */
  readonly argumentValue: 'typed' | 'verbatim'
  /** `null` for a nullable string is null, or the text. */
  readonly nullString: 'null' | 'text'
  /** Which names of the argument field are read in JSON calls: also other families', or its own. */
  readonly argumentFields: 'both' | 'own'
  /** Arguments given as a JSON string that holds an object: decoded once, or kept. */
  readonly doubleEncoded: 'decode' | 'keep'
  /** `tool_calls` as the finish reason: if the model stopped by itself, or whenever calls were sent. */
  readonly toolCallsReason: 'stopped' | 'always'
  /** Reasoning that is only white space is dropped, or kept. */
  readonly blankReasoning: 'drop' | 'keep'
  /** The opening brace of arguments is sent as the model writes it, or with the name of the tool. */
  readonly openBrace: 'written' | 'early'
  /** Content and reasoning in the generation prompt is nobody's, or counts. */
  readonly promptText: 'drop' | 'keep'
}

/** A set of policies that equals one engine's reading. */
export interface Profile {
  readonly name: string
  readonly policies: Policies
  /** Where the engine reads one family otherwise, by the format's name. */
  readonly formats?: Readonly<Record<string, Partial<Policies>>>
}

const pegbnf: Profile = {
  name: 'pegbnf',
  policies: {
    unmatchedText: 'recover',
    toolInReasoning: 'end',
    strayReasoningClose: 'swallow',
    reasoningLayout: 'drop',
    repeatedOpener: 'swallow',
    strayOpener: 'text',
    spaceBeforeTools: 'drop',
    spaceBetweenTools: 'drop',
    textAfterCalls: 'content',
    undeclaredTool: 'text',
    unfinishedCall: 'incomplete',
    invalidArguments: 'invalid',
    argumentValue: 'typed',
    nullString: 'null',
    argumentFields: 'both',
    doubleEncoded: 'decode',
    toolCallsReason: 'stopped',
    blankReasoning: 'drop',
    openBrace: 'written',
    promptText: 'drop',
  },
}

const llamaCpp: Profile = {
  name: 'llamaCpp',
  policies: {
    ...pegbnf.policies,
    unmatchedText: 'drop',
    toolInReasoning: 'text',
    strayReasoningClose: 'content',
    reasoningLayout: 'keep',
    repeatedOpener: 'text',
    strayOpener: 'reject',
    spaceBeforeTools: 'content',
    undeclaredTool: 'hide',
    textAfterCalls: 'reject',
    argumentFields: 'own',
    doubleEncoded: 'keep',
    toolCallsReason: 'always',
    openBrace: 'early',
    promptText: 'keep',
  },
  formats: {
    'qwen3-coder': { textAfterCalls: 'drop', toolInReasoning: 'end', reasoningLayout: 'drop' },
  },
}

/** The profiles: pegbnf's own, and the engines that it can read like. */
export const profiles: { readonly pegbnf: Profile; readonly llamaCpp: Profile } = {
  pegbnf,
  llamaCpp,
}
