/** What is used of @prantlf/railroad-diagrams. A drawing element with its size, in pixels. */
export class FakeSVG {
  constructor(tagName: string, attrs?: Record<string, string | number>, text?: string | FakeSVG[])
  children: string | FakeSVG[]
  attrs: Record<string, string | number>
  width: number
  height: number
  up: number
  down: number
  needsSpace: boolean
  format(x: number, y: number, width: number): this
  addTo(parent: FakeSVG): this
  toString(): string
}

/** A line, drawn by steps from its beginning. */
export class Path extends FakeSVG {
  constructor(x: number, y: number)
  h(length: number): this
}

/** A whole diagram; `format` lays it out inside a margin. */
export class Diagram extends FakeSVG {
  constructor(...items: FakeSVG[])
  override format(top?: number, right?: number, bottom?: number, left?: number): this
}

export class Sequence extends FakeSVG {
  constructor(...items: FakeSVG[])
}

/** Its items below each other, joined by a line that goes back. */
export class Stack extends FakeSVG {
  constructor(...items: FakeSVG[])
}

export class Choice extends FakeSVG {
  constructor(straight: number, ...items: FakeSVG[])
}

export class OneOrMore extends FakeSVG {
  constructor(item: FakeSVG, between?: FakeSVG)
}

export class Group extends FakeSVG {
  constructor(item: FakeSVG, label: FakeSVG)
}

export class Skip extends FakeSVG {
  constructor()
}
