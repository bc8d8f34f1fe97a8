// Of the keywords that the report marks as followed in part or not at all: for how many is there a text that the grammar
// admits and a validator refuses for that keyword? The others are printed. `npm run score:marks -- [FILE.jsonl]`.
import { readFileSync } from 'node:fs'
import { parseSchema, schemaToGbnf, type SchemaOptions } from '../src/schema.ts'
import { counterExampleOf, marksOf } from '../test/support/counter-example.ts'
import { validatorOf } from '../test/support/json-validator.ts'

const options: SchemaOptions = {
  additionalProperties: 'open',
  integers: 'any',
  order: 'any',
  whitespace: 'compact',
}
const seed = 7
const [file = '../shared/schema/maskbench-dev.jsonl'] = process.argv.slice(2)

interface Share {
  marks: number
  shown: number
  /** Those of schemas that the validator does not read. */
  unknown: number
}

const shares = new Map<string, Share>()
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const { id, schema: given }: { id: string; schema: unknown } = JSON.parse(line)
  const schema = parseSchema(JSON.stringify(given))
  const { report } = schemaToGbnf(schema, options)
  const marks = marksOf(report)
  const isReadable = marks.length > 0 && validatorOf(schema) !== null
  for (const mark of marks) {
    const share = shares.get(mark.effect) ?? { marks: 0, shown: 0, unknown: 0 }
    shares.set(mark.effect, share)
    if (!isReadable) {
      share.unknown++
      continue
    }
    share.marks++
    const before = process.cpuUsage().user
    const found = counterExampleOf(schema, options, mark, seed)
    const seconds = (process.cpuUsage().user - before) / 1e6
    if (found !== null) share.shown++
    if (found === null || seconds > 5)
      console.log(
        `${id}: ${mark.path} ${mark.keyword} ${mark.reason}: ${found === null ? 'not shown' : 'shown'}, ${seconds.toFixed(1)} s`,
      )
  }
}
for (const [effect, { marks, shown, unknown }] of shares) {
  const percent = ((100 * shown) / Math.max(marks, 1)).toFixed(1)
  console.log(
    `${effect}: ${shown} of ${marks} shown (${percent} %), ${unknown} of schemas that the validator cannot read`,
  )
}
