/**
 * Where engines disagree: each field is one named choice, the default profile's first. A value that
 * must see the end of a call, or of the text, holds what depends on it until then. Values marked
 * *whole only* would take back what a stream has sent: `parse` takes them, `open` refuses them. What
 * every engine does is listed in the README.
 */
export interface Policies {
  /**
   * A text is read with all that models get wrong around and inside their calls, or just as the
   * family's template writes it: what fits nothing then is no match, and the policies about what
   * stands in the wrong place have nothing to decide.
   */
  readonly reading: 'tolerant' | 'verbatim'
  /**
   * Text that fits no rule: kept as content with a note, dropped with a note, or thrown by `parse`
   * and `finish`.
   */
  readonly unmatchedText: 'recover' | 'drop' | 'throw'
  /**
   * Text that waited because it began like a marker, where the response ends: it is text, or dropped.
   */
  readonly heldText: 'text' | 'drop'
  /**
   * A call that turns out to be broken is kept and marked; where a verbatim reading drops what it cannot
   * read, it is dropped with all behind it; or a Python list is read again for those of its calls that
   * are whole, and is text where there is none: `salvage`. *Whole only:* `drop`, `salvage`.
   */
  readonly brokenCall: 'keep' | 'drop' | 'salvage'
  /**
   * A tool opener inside the reasoning ends it, suspends it until the call has ended, or is text of
   * it.
   */
  readonly toolInReasoning: 'end' | 'suspend' | 'text'
  /** A closer of the reasoning in content is swallowed, or is content. */
  readonly strayReasoningClose: 'swallow' | 'content'
  /** White space inside the opener of the reasoning and behind its closer is dropped, or is text. */
  readonly reasoningLayout: 'drop' | 'keep'
  /** White space at the end of the reasoning is reasoning, or dropped: it waits for what follows. */
  readonly reasoningTail: 'keep' | 'trim'
  /**
   * An opener that repeats the prompt's own is swallowed at the beginning of the reasoning, swallowed
   * anywhere in it, or is text of it.
   */
  readonly repeatedOpener: 'swallow' | 'anywhere' | 'text'
  /**
   * Text before an opener that repeats the prompt's own is reasoning, or dropped. *Whole only:*
   * `drop`.
   */
  readonly beforeOpener: 'reasoning' | 'drop'
  /** Reasoning that is only white space is dropped, or kept. */
  readonly blankReasoning: 'drop' | 'keep'
  /** An opener of the reasoning behind content is text, or begins reasoning. */
  readonly lateReasoning: 'text' | 'reasoning'
  /** Messages of one channel follow each other as they are, or with a line break between them. */
  readonly betweenMessages: 'nothing' | 'line'
  /**
   * A text that ends without content: its reasoning stays what it is, is sent again as content at the
   * end, or is content in place of reasoning. *Whole only:* `swap`.
   */
  readonly blankContent: 'leave' | 'copy' | 'swap'
  /** Content and reasoning in the generation prompt is nobody's, or counts. */
  readonly promptText: 'drop' | 'keep'
  /**
   * A tool opener that begins no call is text, is dropped up to its closer, or is no match, as is text
   * where a call was expected.
   */
  readonly strayOpener: 'text' | 'drop' | 'reject'
  /** Text between a call's opener and its JSON makes it none, or is read over. */
  readonly textBeforeJson: 'stray' | 'skip'
  /** A call inside a fenced code block is a call, or text of the block. */
  readonly fencedCall: 'call' | 'text'
  /**
   * White space between content and a tool block is dropped, is content, or is dropped only where
   * there is no other content.
   */
  readonly spaceBeforeTools: 'drop' | 'content' | 'blank'
  /**
   * White space behind a tool block is dropped unless text follows, is content, or, `between`, line
   * breaks are dropped only if the next tool block follows.
   */
  readonly spaceBetweenTools: 'drop' | 'content' | 'between'
  /** Content around calls keeps its outer white space, or loses it. *Whole only:* `trim`. */
  readonly contentAroundCalls: 'keep' | 'trim'
  /** Text after the last call is content, with or without the white space before it, dropped, or no match. */
  readonly textAfterCalls: 'content' | 'trimmed' | 'drop' | 'reject'
  /** What stands behind a call in a chunk is sent with it, or with the next chunk. */
  readonly contentAfterTool: 'own' | 'next'
  /**
   * A call of a tool that was not declared is text, left out whole while the others count on, a call
   * like any other, or no match.
   */
  readonly undeclaredTool: 'text' | 'hide' | 'emit' | 'reject'
  /** Where the request names a tool, the others may be called all the same, or count as not declared. */
  readonly namedChoice: 'all' | 'only'
  /** Calls in answer to a request without tools are text, calls, or left out. */
  readonly withoutTools: 'text' | 'emit' | 'hide'
  /** Calls in spite of the tool choice `none` are text, or left out. */
  readonly noneChoice: 'text' | 'hide'
  /** Calls after the first, where the request allows one, are dropped with a note, or sent. */
  readonly extraCalls: 'drop' | 'emit'
  /**
   * A required call that did not come, or is not what its tool takes, is the caller's to notice, or
   * makes the finish reason `parse_error`.
   */
  readonly requiredCall: 'ignore' | 'check'
  /**
   * A call that the end of the text cut off: kept as incomplete, dropped, closed so that its arguments
   * are JSON, or given back as text. `drop` and `raw` hold each call until its end, `complete` holds a
   * key until its value begins.
   */
  readonly unfinishedCall: 'incomplete' | 'drop' | 'complete' | 'raw'
  /**
   * Arguments that are not valid JSON: kept as they are in a call marked invalid, repaired where they
   * can be, given back as text, or the call is dropped with a note; all but the first hold each call's
   * arguments until its end. `rejectAll`, *whole only*, makes text of all calls if one is not whole.
   */
  readonly invalidArguments: 'invalid' | 'repair' | 'raw' | 'reject' | 'rejectAll'
  /**
   * A tagged argument that is given twice: both are kept in order, or the last counts, which holds a
   * call's arguments until its end.
   */
  readonly duplicateArgument: 'keep' | 'last'
  /**
   * A tagged value against its schema: of its type where it is exact and text where not, taken as it
   * stands, coerced (`"108."` is 108) as vLLM does, or cast to the schema's first type as LMDeploy
   * does. The last two hold all but strings until the value's closer.
   */
  readonly argumentValue: 'typed' | 'verbatim' | 'coerce' | 'cast'
  /** Assembled arguments have no white space, or, `spaced`, one behind each comma and colon. */
  readonly argumentSpacing: 'compact' | 'spaced'
  /**
   * Arguments that are JSON already are passed on as the model wrote them, or laid out anew once they
   * are whole, which holds a call's arguments until its end.
   */
  readonly jsonArguments: 'written' | 'spaced'
  /** A tagged argument that holds all others, as `arguments` or `input`: taken apart, or kept. */
  readonly wrappedArguments: 'unwrap' | 'keep'
  /** `null` for a nullable string is null, or the text. */
  readonly nullString: 'null' | 'text'
  /** `&amp;` and its like in a tagged value are text, or the characters that XML means by them. */
  readonly valueEntities: 'text' | 'decode'
  /**
   * A closer inside a tagged value ends it, or only the last one does after which the rest still
   * reads. *Whole only:* `last`.
   */
  readonly copiedCloser: 'first' | 'last'
  /** Which names of the argument field are read in JSON calls: also other families', or its own. */
  readonly argumentFields: 'both' | 'own'
  /** Arguments given as a JSON string that holds an object: decoded once, or kept. */
  readonly doubleEncoded: 'decode' | 'keep'
  /** The opening brace of arguments is sent as the model writes it, or with the name of the tool. */
  readonly openBrace: 'written' | 'early'
  /** The last closing brace of arguments is sent as the model writes it, or when more text has come. */
  readonly lastBrace: 'written' | 'held'
  /** Where token ids come with the text, a marker that ordinary tokens spell is text, or a marker. */
  readonly spelledMarker: 'text' | 'marker'
  /** The marker that ends the turn, written out at its end, is swallowed, or is text. */
  readonly turnEnd: 'swallow' | 'text'
  /** Harmony's commentary without a recipient is content, or dropped. */
  readonly commentary: 'content' | 'drop'
  /** `tool_calls` as the finish reason: if the model stopped by itself, always, or, `unforced`, if it
   * stopped by itself and the request did not name the tool. */
  readonly toolCallsReason: 'stopped' | 'always' | 'unforced'
  /**
   * Which tokens count as reasoning: all between its markers, those of its text only, or those inside
   * markers that the model wrote itself, nested ones once.
   */
  readonly reasoningTokens: 'interval' | 'text' | 'depth'
}

/** How an engine's two readings of a text differ: while it streams, and of the whole. */
export type ReadingMode = 'stream' | 'whole'

/** Policies of a profile that differ in some family, by the format's name. */
export type FamilyPolicies = Readonly<Record<string, Partial<Policies>>>

/** A set of policies that equals one engine's reading. */
export interface Profile {
  readonly name: string
  readonly policies: Policies
  /** Where the engine reads one family otherwise, by the format's name. */
  readonly formats?: FamilyPolicies
  /** What is different where the engine reads a text that is whole: `parse` applies it. */
  readonly whole?: { readonly policies?: Partial<Policies>; readonly formats?: FamilyPolicies }
}

/** The values that would take back what a stream has sent. */
const wholeOnly: Partial<{ readonly [K in keyof Policies]: readonly Policies[K][] }> = {
  beforeOpener: ['drop'],
  blankContent: ['swap'],
  brokenCall: ['drop', 'salvage'],
  contentAroundCalls: ['trim'],
  invalidArguments: ['rejectAll'],
  copiedCloser: ['last'],
}

/**
 * The policies that a profile comes to, for one family and one of its readings, with single ones
 * changed.
 */
export function resolvePolicies(
  profile: Profile,
  changed: Partial<Policies>,
  format: string,
  mode: ReadingMode,
): Policies {
  const whole = mode === 'whole' ? profile.whole : undefined
  return {
    ...profile.policies,
    ...own(profile.formats, format),
    ...whole?.policies,
    ...own(whole?.formats, format),
    ...changed,
  }
}

function own(formats: FamilyPolicies | undefined, format: string): Partial<Policies> | undefined {
  return formats !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined
}

/**
 * Refuses the policies that only a whole text can follow.
 *
 * @throws {TypeError} naming the first such policy
 */
export function checkStreamable(policies: Policies): void {
  for (const [name, values] of Object.entries(wholeOnly)) {
    const value = Object.entries(policies).find(([key]) => key === name)?.[1]
    if (!values.some((refused) => refused === value)) continue
    throw new TypeError(
      `the policy ${name}: '${String(value)}' needs the whole text: use parse, or another value`,
    )
  }
}
