import type { JsonType } from '../schema/value-types.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'

/**
 * The tags of a family that marks each argument, as its template writes them, white space and all. The
 * grammar prints them so; the parser reads any white space around and between them.
 */
export interface TaggedSyntax {
  /** What stands around each call, or around all calls of a turn. */
  readonly outer?: OuterTags
  /** Around the name, the arguments and all: `<function=` NAME `>\n` … `</function>\n`. */
  readonly nameOpen: string
  /** What stands between the name and a number that counts the calls from one; may be missing. */
  readonly numberOpen?: string
  /** Blank where the tag that follows ends the name. */
  readonly nameClose: string
  readonly end: string
  /** Around an argument: `<parameter=` NAME `>\n` value `\n</parameter>\n`. */
  readonly argumentOpen: string
  /** A line break at its end, with one before `argumentClose`, is layout and none of the value's. */
  readonly argumentNameClose: string
  readonly argumentClose: string
  /** What names the type of a value, in place of `argumentNameClose`. */
  readonly attribute?: TypeAttribute
  /**
   * Each argument is an element of its own name, `argumentOpen` NAME `>` value `argumentClose` NAME `>`;
   * objects and arrays are made of further elements, or are JSON where they are `flat`.
   */
  readonly elements?: boolean | 'flat'
  /** White space behind each element. */
  readonly gap?: string
  /** A value may stand in `<![CDATA[` … `]]>`. */
  readonly cdata?: boolean
  /** What separates calls where the template writes more than their own tags; a line break unless told. */
  readonly separator?: string
}

/** The outer tags of calls. */
export interface OuterTags {
  readonly open: string
  readonly close: string
  readonly around: 'each' | 'all'
  /** What its template writes before, which is then no text: `\n\n`. */
  readonly lead?: string
  /** A call without the opener counts only when it is whole. */
  readonly bareIsWhole?: boolean
  /** Its models leave the opener out so often that engines read a call without. */
  readonly optional?: boolean
}

/** A type written beside the name of an argument: `" string="` … `">`. */
export interface TypeAttribute {
  readonly before: string
  readonly after: string
  /** The word for each type. */
  readonly words: Readonly<Record<JsonType, string>>
  /** It may be missing, then `argumentNameClose` stands there. */
  readonly optional?: boolean
  /** The word decides how the value is read; else the schema does where it says something. */
  readonly decides?: boolean
}

/** Whether each argument is an element of its own name. */
export function hasElements({ elements = false }: TaggedSyntax): boolean {
  return elements !== false
}

/** What begins a call, outermost first, without white space. */
export function openersOf({ outer, nameOpen }: TaggedSyntax): string[] {
  return outer === undefined ? [nameOpen.trim()] : [outer.open.trim(), nameOpen.trim()]
}

/** What ends the calls. */
export function closersOf({ outer, end }: TaggedSyntax): string[] {
  return [outer === undefined ? end.trim() : outer.close.trim()]
}

/** A marker with any white space around and between its tags. */
export function spaced(p: Builder, marker: string): NodeId {
  const tags = marker.trim().split(/(?<=>)\s*(?=<)/)
  return p.sequence(...tags.flatMap((tag, i) => (i === 0 ? [tag] : [p.space(), tag])))
}
