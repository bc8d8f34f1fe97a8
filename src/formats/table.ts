/**
 * Where a reader of a table stands. In `content` and `reasoning` it is outside of any call, in the
 * others inside a block of calls: before a name, in it, in the arguments, between two calls.
 */
export type TableState = 'content' | 'reasoning' | 'preamble' | 'name' | 'arguments' | 'between'

/** What a transition says beside where it leads. */
export type TableEvent = 'call-start' | 'call-end'

/** What a terminal does in a state. */
export interface TableTransition {
  readonly to: TableState
  readonly events?: readonly TableEvent[]
}

/** How the arguments of a call are written. */
export type TableArguments =
  /** The text of the state is the JSON object itself. */
  | { readonly kind: 'json' }
  /** It is a JSON object that holds the name and the arguments. */
  | { readonly kind: 'envelope'; readonly name: string; readonly arguments: string }
  /** Each argument stands in tags of its own, typed by its schema. */
  | {
      readonly kind: 'tagged'
      readonly open: string
      readonly nameClose: string
      readonly close: string
    }

/**
 * A format as data: the markers, and a table of what each means in each state. The shape is that of
 * vLLM's parser configurations, so that one can be copied down.
 *
 * Text in `content`, `reasoning`, `name` and `arguments` is what the state is called; text in
 * `preamble` and `between` is dropped. A terminal without a transition in a state is text of it.
 */
export interface FormatTable {
  readonly name: string
  /** Each terminal's spelling, or its spellings: the first is the one that the grammar prints. */
  readonly terminals: Readonly<Record<string, string | readonly string[]>>
  /** Terminals that are one token each, where ids come with the text; all by default. */
  readonly tokens?: readonly string[]
  readonly transitions: Readonly<
    Partial<Record<TableState, Readonly<Record<string, TableTransition>>>>
  >
  /** Where the text begins; `content` by default. */
  readonly initial?: 'content' | 'reasoning'
  readonly arguments: TableArguments
  /** What the prompt ends with, and the markers that end a turn. */
  readonly header?: string
  readonly ends?: readonly string[]
}

/** A terminal in a state. */
export interface Edge extends TableTransition {
  readonly terminal: string
  readonly spellings: readonly string[]
  readonly token: boolean
}

/** Whether a state is inside a block of calls. */
export function isInside(state: TableState): boolean {
  return state !== 'content' && state !== 'reasoning'
}

/** The transitions of a state. */
export function edgesOf(table: FormatTable, state: TableState): Edge[] {
  return Object.entries(table.transitions[state] ?? {}).map(([terminal, transition]) => ({
    ...transition,
    terminal,
    spellings: spellingsOf(table, terminal),
    token: table.tokens === undefined || table.tokens.includes(terminal),
  }))
}

/** Whether an edge begins, or ends, a call. */
export function has({ events = [] }: TableTransition, event: TableEvent): boolean {
  return events.includes(event)
}

/**
 * Refuses a table that cannot be read.
 *
 * @throws {TypeError} when a transition names no terminal, or a terminal has no text
 */
export function checkTable(table: FormatTable): void {
  for (const [state, row] of Object.entries(table.transitions)) {
    for (const terminal of Object.keys(row)) {
      if (!Object.hasOwn(table.terminals, terminal)) {
        throw new TypeError(`the table ${table.name} has no terminal ${terminal}, used in ${state}`)
      }
    }
  }
  for (const terminal of Object.keys(table.terminals)) {
    const spellings = spellingsOf(table, terminal)
    if (spellings.length === 0 || spellings.includes('')) {
      throw new TypeError(`the terminal ${terminal} of the table ${table.name} has no text`)
    }
  }
}

function spellingsOf({ terminals }: FormatTable, terminal: string): readonly string[] {
  const text = Object.hasOwn(terminals, terminal) ? terminals[terminal] : undefined
  return text === undefined ? [] : typeof text === 'string' ? [text] : text
}
