/** The converters that are held beside each other. */
export type ConverterName = 'pegbnf' | 'node-llama-cpp' | 'web-xgrammar'

/** What a converter's process is asked: to compile a schema once more, or to judge texts by it. */
export interface ConverterRequest {
  /** As JSON. */
  readonly schema: string
  /** Texts to judge; none are judged where it is missing. */
  readonly texts?: readonly string[]
}

/** What a converter made of a schema. */
export interface Compiled {
  /** Processor time in milliseconds, all threads. */
  readonly ms: number
  /** The grammar's text in UTF-8. */
  readonly bytes: number
}

/** Which texts a schema's grammar admits. */
export interface Judged {
  /** Each text: whether it is a sentence, and the microseconds that its matcher took. */
  readonly texts: readonly { readonly accepts: boolean; readonly us: number }[]
}
