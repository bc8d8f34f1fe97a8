/** What the process ends with; the same numbers mean the same in every command. */
export const Exit = {
  ok: 0,
  /** The answer is no: a text was not read, messages conflict, a case failed. */
  failed: 1,
  /** The command was called wrongly, or one of its files cannot be read. */
  usage: 2,
  /** `check`: the text is a beginning of what the grammar admits. */
  prefix: 3,
  /** A bug of pegbnf. */
  internal: 70,
} as const

/** The command line or one of its files is wrong: exit code 2, and a message that says what to do. */
export class UsageError extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.name = 'UsageError'
    this.hint = hint
  }
}
