/** A part of a message's content, as OpenAI's requests have them. */
export interface ContentPart {
  readonly type: string
  readonly text?: string
  readonly [more: string]: unknown
}

/** A call in the history. */
export interface PromptCall {
  readonly id?: string
  readonly type?: 'function'
  readonly function: {
    readonly name: string
    /** JSON text, or the object itself. */
    readonly arguments: unknown
  }
}

/** A message of a conversation in OpenAI's form; more fields are passed on to the template. */
export interface PromptMessage {
  readonly role: string
  readonly content?: string | null | readonly ContentPart[]
  /** The reasoning of an earlier answer, whatever its template calls it. */
  readonly reasoning_content?: string | null
  readonly tool_calls?: readonly PromptCall[]
  readonly tool_call_id?: string
  readonly name?: string
  readonly [more: string]: unknown
}
