import { chatTags } from '../../chat/tags.ts'
import { defineFormat, type Format } from '../../formats/format.ts'
import { guidedJson } from '../../formats/guided-json.ts'
import { jsonTools } from '../../formats/json-tools.ts'
import { plain } from '../../formats/plain.ts'
import { formatByName } from '../../formats/registry.ts'

/** llama.cpp's JSON calls with their fields in any order, as its builder makes them when asked to. */
const anyOrder = jsonTools({
  list: {
    open: '<|START_ACTION|>',
    before: '[',
    between: ', ',
    after: ']',
    close: '<|END_ACTION|>',
  },
  name: 'tool_name',
  arguments: 'parameters',
  id: { key: 'tool_call_id', place: 'last', chars: '[0-9]' },
})

/** What engines' cases are about, where it is no family of its own. */
const others: Readonly<Record<string, Format>> = {
  'named-json': guidedJson,
  'required-json': guidedJson,
  engine: plain,
  'continue-final': plain,
  'builder:free field order': defineFormat({
    markers: anyOrder.markers,
    writeCalls: anyOrder.writeCalls,
    name: 'builder:free field order',
    header: '',
    ends: [],
    writesIds: true,
    lateIds: true,
    calls: (p, request, policies) =>
      anyOrder.calls(p, request, { ...policies, strayOpener: 'text' }),
  }),
  'builder:python-to-json': defineFormat({
    name: 'builder:python-to-json',
    header: '',
    ends: [],
    turn: (p) => {
      const t = chatTags(p)
      return t.tool(p.sequence(t.toolNamed('(value only)'), t.toolArgPython(p.rest())))
    },
  }),
}

/** The format that a case's label means; `undefined` where there is none. */
export function formatOfLabel(label: string): Format | undefined {
  return formatByName(label) ?? (Object.hasOwn(others, label) ? others[label] : undefined)
}
