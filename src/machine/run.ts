import { CallSize, FrameSize } from './compile.ts'
import {
  closeLookahead,
  growStack,
  pushEntry,
  pushPlace,
  record,
  renew,
  truncate,
  unlink,
} from './frames.ts'
import { InstructionSize, Op, SetSize, TableSize } from './program.ts'
import { countPoints, matchLiteral, scanChars, scanDelimiter, scanString, Scan } from './scan.ts'
import { Call, Frame, Status, type State } from './state.ts'
import { allowedWork, holdsTooMuch, save, stopAt, stopHeld, suspend } from './stop.ts'
import { isHigh } from '../util/surrogates.ts'

/**
 * Runs a machine until it succeeds, fails, meets a limit or would look past the end of the text.
 * In the last case it stops on the instruction that would look there, having changed nothing but
 * that instruction's own progress (`position` and `count`), so that running on later equals having
 * had the whole text from the start.
 */
export function run(s: State): void {
  const { code, classBits, classes, delimiters, literals, sets, tables, frameNeed } = s.program
  const { maxDepth, maxTapeRecords } = s.limits
  const { units, length } = s.text
  const { final, tape } = s
  let stack = s.stack
  let pc = s.pc
  let position = s.position
  let sp = s.sp
  let work = 0
  // Below this many steps the limit on work need not be computed.
  let allowance = allowedWork(s, position)

  // What leaves the loop: `suspend` is neither, `failing` goes back to the newest live entry.
  for (;;) {
    let failing = false
    const a = code[pc + 1]!
    work++
    switch (code[pc]!) {
      case 0 satisfies typeof Op.char:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
          failing = true
        } else if (units[position] === a) position++
        else failing = true
        break
      case 1 satisfies typeof Op.literal: {
        const at = matchLiteral(units, position, length, literals[a]!)
        if (at >= 0) position = at
        else if (at === Scan.end && !final) return suspend(s, pc, position, sp, work)
        else failing = true
        break
      }
      case 2 satisfies typeof Op.one:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
          failing = true
        } else {
          const end = scanChars(units, position, length, classBits, a << 7, classes[a]!, 1)
          if (end === position) failing = true
          else position = end
        }
        break
      case 3 satisfies typeof Op.span: {
        const max = code[pc + 3]!
        const left = max < 0 ? -1 : max - s.count
        const end = scanChars(units, position, length, classBits, a << 7, classes[a]!, left)
        // Counting code points costs a second look, and only bounds that are still open need it.
        if (max >= 0 || s.count < code[pc + 2]!) s.count += countPoints(units, position, end)
        work += (end >> 3) - (position >> 3)
        position = end
        if (position >= length && !final && (max < 0 || s.count < max))
          return suspend(s, pc, position, sp, work)
        failing = s.count < code[pc + 2]!
        s.count = 0
        break
      }
      case 4 satisfies typeof Op.any:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
          failing = true
        } else position += isHigh(units[position]!) ? 2 : 1
        break
      case 5 satisfies typeof Op.until:
      case 6 satisfies typeof Op.through: {
        const list = delimiters[a]!
        const from = position
        const found = scanDelimiter(s, list, position)
        position = s.position
        work += (position >> 3) - (from >> 3)
        if (found < 0 && !final) return suspend(s, pc, position, sp, work)
        if (code[pc] === Op.through) {
          if (found < 0) failing = true
          else position = found
        } else if (found < 0) position = length
        break
      }
      case 7 satisfies typeof Op.string: {
        const from = position
        const end = scanString(s, position, a, code[pc + 2] === 1)
        position = s.position
        work += (position >> 3) - (from >> 3)
        if (end === Scan.end && !final) return suspend(s, pc, position, sp, work)
        if (end >= 0 && code[pc + 3] === 1) position++
        failing = end < 0
        break
      }
      case 8 satisfies typeof Op.rest:
        work += (length >> 3) - (position >> 3)
        position = length
        if (!final) return suspend(s, pc, position, sp, work)
        break
      case 9 satisfies typeof Op.start:
        failing = position !== 0
        break
      case 10 satisfies typeof Op.end:
        if (position < length) failing = true
        else if (!final) return suspend(s, pc, position, sp, work)
        break
      case 11 satisfies typeof Op.token: {
        const literal = literals[a]!
        if (s.tokens === null) {
          const at = matchLiteral(units, position, length, literal)
          if (at >= 0) position = at
          else if (at === Scan.end && !final) return suspend(s, pc, position, sp, work)
          else failing = true
        } else if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
          failing = true
        } else if (
          s.tokens.get(position)?.length === literal.length &&
          matchLiteral(units, position, length, literal) >= 0
        ) {
          position += literal.length
        } else failing = true
        break
      }
      case 12 satisfies typeof Op.choice:
      case 15 satisfies typeof Op.loop:
        pushEntry(s, sp, a, position)
        sp += FrameSize
        break
      case 14 satisfies typeof Op.dummy:
        pushPlace(s, sp, position)
        sp += FrameSize
        break
      case 13 satisfies typeof Op.commit:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
        sp -= FrameSize
        unlink(s, sp)
        pc = a
        continue
      case 16 satisfies typeof Op.again: {
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
        if (work > allowance) {
          allowance = allowedWork(s, position)
          if (work > allowance) return stopAt(s, 'work-limit', pc, position, sp, work)
        }
        const base = sp - FrameSize
        const count = stack[base + Frame.count]! + 1
        if (position === stack[base + Frame.position]!) {
          // An empty iteration ends the loop; its records count only where the minimum needs them.
          if (count > code[pc + 2]!) truncate(s, stack[base + Frame.mark]!)
        } else if (code[pc + 3]! < 0 || count < code[pc + 3]!) {
          renew(s, base, position, count)
          pc = a
          continue
        }
        sp = base
        unlink(s, base)
        pc += 2 * InstructionSize
        continue
      }
      case 17 satisfies typeof Op.leave:
        failing = s.count < a
        s.count = 0
        break
      case 18 satisfies typeof Op.test:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
          pc = code[pc + 2]!
          continue
        }
        if (sets[a * SetSize + (units[position]! < 128 ? units[position]! : 128)] === 0) {
          pc = code[pc + 2]!
          continue
        }
        break
      case 19 satisfies typeof Op.dispatch:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
          pc = tables[a * TableSize + SetSize]!
        } else {
          pc = tables[a * TableSize + (units[position]! < 128 ? units[position]! : 128)]!
          if (pc < 0) {
            position++
            pc = ~pc
          }
        }
        continue
      case 20 satisfies typeof Op.jump:
        pc = a
        continue
      case 21 satisfies typeof Op.fail:
        failing = true
        break
      case 22 satisfies typeof Op.peek:
      case 24 satisfies typeof Op.not:
        pushEntry(s, sp, a, position)
        s.cutBase = sp
        if (s.hide < 0) s.hide = sp
        sp += FrameSize
        break
      case 23 satisfies typeof Op.peekEnd:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
        sp -= FrameSize
        closeLookahead(s, sp)
        position = stack[sp + Frame.position]!
        pc += 2 * InstructionSize
        continue
      case 25 satisfies typeof Op.notEnd:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
        sp -= FrameSize
        closeLookahead(s, sp)
        position = stack[sp + Frame.position]!
        failing = true
        break
      case 26 satisfies typeof Op.atom:
        if (s.hide < 0) s.hide = sp
        pushPlace(s, sp, position)
        sp += FrameSize
        break
      case 27 satisfies typeof Op.atomEnd:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
        sp -= FrameSize
        if (s.hide === sp) s.hide = -1
        break
      case 28 satisfies typeof Op.cut:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
        s.newest = s.cutBase
        if (s.newest < 0) s.oldest = -1
        break
      case 29 satisfies typeof Op.call: {
        const depth = s.call < 0 ? 1 : stack[s.call + Call.depth]! + 1
        if (depth > maxDepth) return stopAt(s, 'depth-limit', pc, position, sp, work)
        if (work > allowance) {
          allowance = allowedWork(s, position)
          if (work > allowance) return stopAt(s, 'work-limit', pc, position, sp, work)
        }
        if (sp + CallSize + frameNeed > stack.length) stack = growStack(s)
        stack[sp + Call.returnTo] = pc + InstructionSize
        stack[sp + Call.cutBase] = s.cutBase
        stack[sp + Call.outer] = s.call
        stack[sp + Call.position] = position
        stack[sp + Call.depth] = depth
        s.call = sp
        s.cutBase = s.newest
        sp += CallSize
        pc = a
        continue
      }
      case 30 satisfies typeof Op.ret:
        sp = s.call
        pc = stack[sp + Call.returnTo]!
        s.cutBase = stack[sp + Call.cutBase]!
        s.call = stack[sp + Call.outer]!
        continue
      case 31 satisfies typeof Op.open:
      case 32 satisfies typeof Op.close:
        if (tape.length >= maxTapeRecords * 2)
          return stopAt(s, 'tape-limit', pc, position, sp, work)
        record(s, code[pc] === Op.open ? a : ~a, position)
        break
      case 33 satisfies typeof Op.succeed:
        save(s, pc, position, sp, work)
        s.status = Status.succeeded
        return
      case 38 satisfies typeof Op.skip: {
        const end = scanChars(units, position, length, classBits, a << 7, classes[a]!, -1)
        work += (end >> 3) - (position >> 3)
        position = end
        if (position >= length && !final) return suspend(s, pc, position, sp, work)
        break
      }
      case 34 satisfies typeof Op.skipChar: {
        if (position < length && units[position]! !== code[pc + 2]!) {
          const end = scanChars(units, position, length, classBits, a << 7, classes[a]!, -1)
          work += (end >> 3) - (position >> 3)
          position = end
        }
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
          failing = true
        } else if (units[position] === code[pc + 2]!) position++
        else failing = true
        break
      }
      case 35 satisfies typeof Op.testChar:
        if (position >= length && !final) return suspend(s, pc, position, sp, work)
        if (position >= length || units[position]! !== a) {
          pc = code[pc + 2]!
          continue
        }
        position++
        pc += 2 * InstructionSize
        continue
      case 36 satisfies typeof Op.repeat:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
        } else if (sets[a * SetSize + (units[position]! < 128 ? units[position]! : 128)] !== 0) {
          pc = code[pc + 2]!
          continue
        }
        pc = code[pc + 3]!
        continue
      case 37 satisfies typeof Op.repeatChar:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work)
        } else if (units[position] === a) {
          position++
          pc = code[pc + 2]!
          continue
        }
        pc = code[pc + 3]!
        continue
    }
    if (!failing) {
      pc += InstructionSize
      continue
    }
    if (s.watch !== null) {
      s.pc = pc
      s.position = position
      s.watch(s)
    }
    if (position > s.furthest) s.furthest = position
    if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work)
    if (work > allowance) {
      allowance = allowedWork(s, position)
      if (work > allowance) return stopAt(s, 'work-limit', pc, position, sp, work)
    }
    const base = s.newest
    if (base < 0) {
      save(s, pc, position, sp, work)
      s.status = Status.failed
      return
    }
    sp = base
    pc = stack[base + Frame.resume]!
    position = stack[base + Frame.position]!
    truncate(s, stack[base + Frame.mark]!)
    s.newest = stack[base + Frame.previous]!
    if (s.newest < 0) s.oldest = -1
    s.cutBase = stack[base + Frame.cutBase]!
    s.call = stack[base + Frame.call]!
    s.count = stack[base + Frame.count]!
    if (s.hide >= sp) s.hide = -1
  }
}
