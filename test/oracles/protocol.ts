/** What the grammar oracle is asked: one grammar and the texts to judge under it. */
export interface GrammarRequest {
  readonly gbnf: string
  readonly texts: readonly string[]
  readonly root?: string
}

export type GrammarVerdict =
  | { readonly loads: true; readonly texts: readonly TextVerdict[] }
  | { readonly loads: false; readonly error: string }

export interface TextVerdict {
  /** The whole text is a sentence (llama.cpp's own whole-text check). */
  readonly accepts: boolean
  /** Every byte was allowed in its turn. */
  readonly validPrefix: boolean
  /** After its last byte the end of generation is allowed. */
  readonly complete: boolean
  /** The first refused byte of the text's UTF-8, null when none was. */
  readonly refusedAtByte: number | null
}

/** What llama.cpp's chat layer makes of a template, messages and tools. Passed back whole with each later request. */
export interface ChatFormat {
  readonly prompt: string
  readonly grammar?: string
  readonly grammar_lazy?: boolean
  readonly grammar_triggers?: readonly { type: number; value: string; token?: number }[]
  readonly preserved_tokens?: readonly string[]
  readonly additional_stops?: readonly string[]
  readonly chat_format: number
  readonly chat_parser?: string
  readonly generation_prompt?: string
}

/** llama.cpp's names for what it takes beside messages and template. */
export interface FormatOptions {
  readonly tools?: readonly object[]
  readonly tool_choice?: string
  readonly parallel_tool_calls?: boolean
  readonly response_format?: object
  readonly reasoning_format?: 'auto' | 'none' | 'deepseek'
  readonly enable_thinking?: boolean
  readonly add_generation_prompt?: boolean
  readonly chat_template_kwargs?: Readonly<Record<string, string>>
}

export interface ChatMessage {
  readonly content: string
  readonly reasoning_content: string
  readonly tool_calls: readonly {
    readonly id?: string
    readonly type?: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

export interface GenerateOptions {
  readonly seed: number
  readonly maxTokens: number
  readonly temperature?: number
  /** How much likelier than by chance what closes something is, and the end of the text. */
  readonly closing?: number
}

/** A message and the text that it was read from. */
export interface Reading {
  readonly text: string
  readonly message: ChatMessage
}

/** Each request of the chat oracle with its answer. */
export interface ChatOperations {
  format: {
    request: {
      readonly messages: readonly object[]
      readonly template: string
      readonly options?: FormatOptions
    }
    answer: ChatFormat
  }
  /** How long the same takes, in milliseconds of processor time. */
  time: { request: ChatOperations['format']['request']; answer: number }
  parse: {
    request: { readonly format: ChatFormat; readonly text: string }
    answer: ChatMessage
  }
  /** Forces the model to write the text, token by token, and keeps the message shown after each. */
  stream: {
    request: { readonly format: ChatFormat; readonly text: string }
    answer: Reading & { readonly parts: readonly Reading[] }
  }
  /** Lets the model write under a grammar: noise that the grammar admits. */
  generate: {
    request: { readonly gbnf: string; readonly options: GenerateOptions }
    answer: { readonly text: string; readonly tokens: number; readonly ended: boolean }
  }
}

export type ChatRequest = {
  [Name in keyof ChatOperations]: { readonly operation: Name } & ChatOperations[Name]['request']
}[keyof ChatOperations]
