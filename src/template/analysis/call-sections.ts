import type { TaggedSyntax } from '../../formats/tagged-syntax.ts'
import { commonEnd, commonStart, firstMarker, sharedEnd, spaceAfter, spaceBefore } from './text.ts'

/** What stands around calls, white space and all. */
export interface Sections {
  /** Around all calls of a turn; empty where each call stands for itself. */
  readonly sectionOpen: string
  readonly sectionClose: string
  /** What stands between calls beside their own marks. */
  readonly separator: string
  /** Around each call. */
  readonly open: string
  readonly close: string
  /** Whether one call is printed at most. */
  readonly isSingle: boolean
  /** What ends the turn behind calls, where it is not what ends a turn of text. */
  readonly turnEnd: string
}

/** The text before the first call, behind the last, and between two; none where one is printed at most. */
export interface AroundCalls {
  readonly before: string
  readonly after: string
  readonly between: string | null
}

/** What ends a turn of text, and whether a call is a message of its own in it. */
interface Turn {
  readonly end: string
  readonly isMessage?: boolean
}

/**
 * Tells what is around a call from what is around all: between two calls stands the end of one and the
 * beginning of the next, without what is around all.
 */
export function findSections(
  { before, after, between }: AroundCalls,
  { end, isMessage = false }: Turn,
): Sections {
  if (between === null) {
    // Behind a call that is a message of its own stands nothing else.
    const { close, turnEnd } = isMessage
      ? { close: after, turnEnd: '' }
      : splitEnd(after, end, true)
    const none = { sectionOpen: '', sectionClose: '', separator: '' }
    return { ...none, open: before, close, isSingle: true, turnEnd }
  }
  const close = commonStart(between, after)
  const next = between.slice(close.length)
  const open = next.slice(next.length - openerLength(next, before))
  const sectionOpen = before.slice(0, before.length - open.length)
  const tail = splitEnd(after.slice(close.length), end, sectionOpen.trim() !== '')
  return {
    sectionOpen,
    sectionClose: tail.close,
    separator: next.slice(0, next.length - open.length),
    open,
    close,
    isSingle: false,
    turnEnd: tail.turnEnd,
  }
}

/**
 * What stands around calls whose arguments are tagged; `end` is what closes one, white space and all. What
 * separates calls in a section is printed behind each of them, the last one as well.
 */
export function tagsAround(
  { sectionOpen, sectionClose, separator, open, isSingle }: Sections,
  end: string,
): Pick<TaggedSyntax, 'outer' | 'end' | 'separator'> {
  if (sectionOpen.trim() === '' || sectionClose.trim() === '') {
    return {
      end: end.trimEnd(),
      ...(isSingle ? {} : { separator: spaceAfter(end) + separator }),
    }
  }
  const between = separator + spaceBefore(open)
  const gap = sectionClose.startsWith(between) ? between.length : 0
  return {
    outer: {
      open: (sectionOpen + spaceBefore(open)).trimStart(),
      close: sectionClose.slice(gap).trimEnd(),
      around: 'all',
    },
    end: end + between,
  }
}

/** How much of the end of two texts is the same, from where a marker or a line begins. */
function openerLength(next: string, before: string): number {
  const text = next.slice(next.length - sharedEnd(next, before))
  return text === next || text === before ? text.length : commonEnd(next, before).length
}

/** What closes the calls, and what ends the turn behind it. */
function splitEnd(
  text: string,
  end: string,
  closes: boolean,
): { readonly close: string; readonly turnEnd: string } {
  const common = commonEnd(text.trimEnd(), end.trim())
  if (common.trim() !== '') {
    return { close: text.slice(0, text.trimEnd().length - common.length), turnEnd: '' }
  }
  if (!closes) return { close: '', turnEnd: text.trim() }
  const marker = firstMarker(text)
  const at = text.indexOf(marker) + marker.length
  return { close: text.slice(0, at), turnEnd: text.slice(at).trim() }
}
