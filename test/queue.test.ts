import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createQueue } from '../src/util/queue.ts'

it('a queue gives what an array would', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer() }),
    fc.record({ take: fc.nat({ max: 5 }) }),
    fc.record({ at: fc.nat({ max: 5 }) }),
  )
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const queue = createQueue<number>()
      const array: number[] = []
      for (const one of steps) {
        if ('push' in one) {
          queue.push(one.push)
          array.push(one.push)
        } else if ('take' in one) expect(queue.take(one.take)).toEqual(array.splice(0, one.take))
        else expect(queue.at(one.at)).toBe(array[one.at])
        expect(queue.length).toBe(array.length)
      }
    }),
  )
})
