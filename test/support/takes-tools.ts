import type { Format } from '../../src/formats/format.ts'

/** Whether the models of a family call tools. */
export function takesTools({ family }: Format): boolean {
  return family.calls !== undefined || family.turn !== undefined
}
