import { FakeSVG, Path } from './railroad.js'
import { columnsOf, escapeMarkup, shorten, visible } from './show-text.ts'

/** The width of a column of the font of boxes, in pixels: 14 px, bold. */
const ColumnWidth = 8.5
/** Between a box's border and its text. */
const Padding = 10
/** Half of a box's height. */
const HalfHeight = 11
/** The width of a column of the font of captions: 12 px. */
const CaptionColumn = 7.3

/** What a box shows. */
export interface BoxContent {
  /** Its class in the style sheet. */
  readonly kind: string
  readonly text: string
  /** Where it leads to. */
  readonly href?: string
}

/**
 * A text in a box. The library's own boxes count UTF-16 units, write titles without escapes, and link
 * the text alone.
 */
export class Box extends FakeSVG {
  readonly content: BoxContent

  constructor(content: BoxContent) {
    super('g', { class: content.kind })
    const text = visible(content.text)
    this.content = { ...content, text }
    this.width = columnsOf(shorten(text)) * ColumnWidth + 2 * Padding
    this.height = 0
    this.up = HalfHeight
    this.down = HalfHeight
    this.needsSpace = true
  }

  override format(x: number, y: number, width: number): this {
    const { text, href, kind } = this.content
    new Path(x + this.width, y).h(width - this.width).addTo(this)
    const shown = shorten(text)
    const parts = [rectangle(x, y, this.width, kind), textAt(x + this.width / 2, y + 5, shown)]
    if (shown !== text) parts.push(new FakeSVG('title', {}, text))
    if (href === undefined) for (const part of parts) part.addTo(this)
    else new FakeSVG('a', { href: escapeMarkup(href) }, parts).addTo(this)
    return this
  }
}

/** The caption of a part with a meaning. */
export class Caption extends FakeSVG {
  readonly text: string

  constructor(text: string) {
    super('g', { class: 'caption' })
    this.text = shorten(visible(text))
    this.width = columnsOf(this.text) * CaptionColumn + Padding
    this.height = 0
    this.up = 8
    this.down = 8
    this.needsSpace = true
  }

  override format(x: number, y: number): this {
    textAt(x + Padding / 2, y + 4, this.text).addTo(this)
    return this
  }
}

/** A part with a piece of line before and behind it, for the inside of a border. */
export class Padded extends FakeSVG {
  readonly item: FakeSVG

  constructor(item: FakeSVG) {
    super('g')
    this.item = item
    this.width = item.width + 2 * Padding
    this.height = item.height
    this.up = item.up
    this.down = item.down
    this.needsSpace = false
  }

  override format(x: number, y: number, width: number): this {
    const { item } = this
    new Path(x, y).h(Padding).addTo(this)
    item.format(x + Padding, y, item.width).addTo(this)
    const end = Padding + item.width
    new Path(x + end, y + item.height).h(width - end).addTo(this)
    return this
  }
}

function rectangle(x: number, y: number, width: number, kind: string): FakeSVG {
  const radius = kind === 'literal' ? HalfHeight : kind === 'rule' ? 0 : 4
  return new FakeSVG('rect', {
    x,
    y: y - HalfHeight,
    width,
    height: 2 * HalfHeight,
    rx: radius,
    ry: radius,
  })
}

function textAt(x: number, y: number, text: string): FakeSVG {
  return new FakeSVG('text', { x, y }, text)
}
