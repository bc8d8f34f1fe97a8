import type { Diagram, Drawing } from './diagram.ts'
import { layOut } from './layout.ts'
import { Diagram as Picture } from './railroad.js'
import { ruleId } from './rule-id.ts'
import { columnsOf, escapeMarkup, visible } from './show-text.ts'
import { pageStyle, svgStyle } from './style.ts'

/** How wide pictures become, in pixels; 960 by default. */
export interface DrawOptions {
  readonly width?: number
}

/** The margin of each picture, and of all of them. */
const Margin = 12
/** What a rule's name takes above its picture. */
const NameHeight = 30
/** The start and the end of a picture, and its margins. */
const Frame = 100

/** One SVG with a picture for each rule, linked with each other, in light and dark colours. */
export function drawSvg({ title, rules }: Drawing, { width = 960 }: DrawOptions = {}): string {
  const parts: string[] = []
  let y = Margin
  let widest = 0
  for (const { name, diagram } of rules) {
    const picture = drawRule(diagram, width)
    const [pictureWidth, height] = sizeOf(picture)
    parts.push(
      `<text class="name" id="${ruleId(name)}" x="${2 * Margin}" y="${y + 20}">${escapeMarkup(visible(name))}</text>`,
    )
    Object.assign(picture.attrs, { x: Margin, y: y + NameHeight })
    parts.push(picture.toString().trim())
    widest = Math.max(widest, pictureWidth + 2 * Margin, columnsOf(name) * 12 + 4 * Margin)
    y += NameHeight + height + Margin
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widest}" height="${y}" viewBox="0 0 ${widest} ${y}">
<title>${escapeMarkup(visible(title))}</title>
<style>${svgStyle}</style>
<rect class="paper" width="100%" height="100%"/>
${parts.join('\n')}
</svg>
`
}

/** A page with a picture for each rule, a list of them, and for each where it is used. */
export function drawHtml({ title, rules }: Drawing, { width = 960 }: DrawOptions = {}): string {
  const users = usersOf({ title, rules })
  const links = rules.map(({ name }) => linkTo(name))
  const sections = rules.map(({ name, diagram }) => {
    const used = users.get(name) ?? []
    return `<section id="${ruleId(name)}">
<h2><a href="#${ruleId(name)}">${escapeMarkup(visible(name))}</a></h2>
${used.length === 0 ? '' : `<p>used in ${used.map(linkTo).join(', ')}</p>\n`}${drawRule(diagram, width).toString().trim()}
</section>`
  })
  const shownTitle = escapeMarkup(visible(title))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shownTitle}</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>${shownTitle}</h1>
<nav>${links.join('\n')}</nav>
${sections.join('\n')}
</body>
</html>
`
}

function drawRule(diagram: Diagram, width: number): Picture {
  const picture = new Picture(layOut(diagram, width - Frame))
  picture.attrs['class'] = 'railroad'
  return picture.format(Margin)
}

function sizeOf({ attrs }: Picture): [width: number, height: number] {
  return [Number(attrs['width']), Number(attrs['height'])]
}

function linkTo(name: string): string {
  return `<a href="#${ruleId(name)}">${escapeMarkup(visible(name))}</a>`
}

/** For each rule the rules that name it, in their order. */
function usersOf({ rules }: Drawing): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const { name, diagram } of rules) {
    for (const used of rulesIn(diagram)) {
      const known = users.get(used)
      if (known === undefined) users.set(used, [name])
      else if (known.at(-1) !== name) known.push(name)
    }
  }
  return users
}

function rulesIn(diagram: Diagram): string[] {
  switch (diagram.kind) {
    case 'rule':
      return [diagram.name]
    case 'sequence':
    case 'choice':
      return diagram.items.flatMap(rulesIn)
    case 'repeat':
      return [...rulesIn(diagram.item), ...rulesIn(diagram.between)]
    case 'label':
      return rulesIn(diagram.item)
    default:
      return []
  }
}
