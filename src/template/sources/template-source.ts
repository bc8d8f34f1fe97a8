/** What a source says of a model's template; what it does not say is left out. */
export interface TemplateSource {
  /** The default template. */
  readonly template?: string
  /** Further templates by their names, such as `tool_use`. */
  readonly named: Readonly<Record<string, string>>
  readonly bosToken?: string
  readonly eosToken?: string
  /** Hugging Face's `response_template`, as the file has it. */
  readonly responseTemplate?: unknown
  /** The older `response_schema`. */
  readonly responseSchema?: unknown
}

/** Reads a part of a file: up to `length` bytes from `offset`; fewer only at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** The little of a file system that reading a model's folder needs. */
export interface SourceFiles {
  /** A file's text, null when there is no such file. */
  readText(name: string): Promise<string | null>
}

/**
 * The template for a request: one with tools prefers the template made for tools.
 *
 * @example
 * ```ts
 * templateFor({ template: 'plain', named: { tool_use: 'with tools' } }, true) // 'with tools'
 * ```
 */
export function templateFor(source: TemplateSource, hasTools: boolean): string | undefined {
  const tools = Object.hasOwn(source.named, 'tool_use') ? source.named['tool_use'] : undefined
  const [first] = Object.values(source.named)
  return (hasTools ? tools : undefined) ?? source.template ?? tools ?? first
}
