import { chatMl, defineFormat, type Format } from '../../formats/format.ts'
import { guidedJson } from '../../formats/guided-json.ts'
import { plain } from '../../formats/plain.ts'
import { formatByName } from '../../formats/registry.ts'

/** What engines' cases are about, where it is no family of its own. */
const others: Readonly<Record<string, Format>> = {
  'named-json': guidedJson,
  'required-json': guidedJson,
  engine: plain,
  'continue-final': plain,
  'kimi-vl': defineFormat({
    ...chatMl,
    name: 'kimi-vl',
    reasoning: { open: '◁think▷', close: '◁/think▷' },
  }),
}

/** The format that a case's label means; `undefined` where there is none. */
export function formatOfLabel(label: string): Format | undefined {
  return formatByName(label) ?? (Object.hasOwn(others, label) ? others[label] : undefined)
}
