import type { Mutant } from './table.ts'

const run = 'src/machine/run.ts'
const scan = 'src/machine/scan.ts'
const text = 'src/machine/text.ts'
const pool = 'src/machine/pool.ts'

/** Mutants of what the scanning instructions read, and of where they stop. */
export const scanning: readonly Mutant[] = [
  {
    name: 'a run forgets its count when it is suspended',
    file: run,
    find: 'if (max >= 0 || s.count < code[pc + 2]!) s.count += countPoints',
    put: 'if (max >= 0 || s.count < code[pc + 2]!) s.count = countPoints',
  },
  {
    name: 'a run leaves its count behind',
    file: run,
    find: '        failing = s.count < code[pc + 2]!\n        s.count = 0\n',
    put: '        failing = s.count < code[pc + 2]!\n',
  },
  {
    name: 'a run counts units',
    file: scan,
    find: '  for (let i = start; i < end; i++) if (isHigh(units[i]!)) count--\n',
    put: '',
  },
  {
    name: 'a run at its maximum looks for more',
    file: run,
    find: '!final && (max < 0 || s.count < max)',
    put: '!final',
  },
  {
    name: 'a run that has its minimum does not wait',
    file: run,
    find: '!final && (max < 0 || s.count < max)',
    put: '!final && s.count < code[pc + 2]!',
  },
  {
    name: 'any takes one unit',
    file: run,
    find: 'position += isHigh(units[position]!) ? 2 : 1',
    put: 'position++',
  },
  {
    name: 'rest does not wait',
    file: run,
    find: '        position = length\n        if (!final) return suspend(s, pc, position, sp, work)\n        break',
    put: '        position = length\n        break',
  },
  {
    name: 'end does not wait',
    file: run,
    find: '        if (position < length) failing = true\n        else if (!final) return suspend(s, pc, position, sp, work)\n',
    put: '        if (position < length) failing = true\n',
  },
  {
    name: 'through needs no delimiter',
    file: run,
    find: '          if (found < 0) failing = true\n          else position = found',
    put: '          if (found >= 0) position = found',
  },
  {
    name: 'a partial delimiter ends the text at the end',
    file: scan,
    find: 'if (found !== Scan.end || !s.final) return found',
    put: 'return found',
  },
  {
    name: 'a partial delimiter is skipped before the end',
    file: scan,
    find: '    if (found === Scan.no) continue\n',
    put: '    if (found !== at && found < 0) continue\n',
  },
  {
    name: 'the longest delimiter is taken first',
    file: pool,
    find: 'a.units.length - b.units.length',
    put: 'b.units.length - a.units.length',
  },
  {
    name: 'a literal does not wait',
    file: scan,
    find: 'return there === size ? start + size : Scan.end',
    put: 'return there === size ? start + size : Scan.no',
  },
  {
    name: 'a literal takes its beginning for itself',
    file: scan,
    find: 'return there === size ? start + size : Scan.end',
    put: 'return start + there',
  },
  {
    name: 'a string does not wait inside an escape',
    file: scan,
    find: '    if (i >= length) return Scan.end\n',
    put: '    if (i >= length) return Scan.no\n',
  },
  {
    name: 'a string does not wait at a backslash',
    file: scan,
    find: 'if (at + 1 >= length) return Scan.end',
    put: 'if (at + 1 >= length) return Scan.no',
  },
  {
    name: 'an escaped quote ends a string',
    file: scan,
    find: '    if (unit !== Backslash) {',
    put: '    if (unit !== Backslash || units[at + 1] === quote) {',
  },
  {
    name: 'a string may hold control characters',
    file: scan,
    find: 'if (unit < 32 && (!python || unit === 10 || unit === 13)) {',
    put: 'if (unit < 0) {',
  },
  {
    name: 'half a pair in a long text stays as it is',
    file: text,
    find: ' || !isWellFormed(text)',
    put: '',
  },
  {
    name: 'half a pair that waits is passed by a long text',
    file: text,
    find: ' || buffer.waiting !== 0',
    put: '',
  },
  {
    name: 'half a pair at the end is U+FFFD at once',
    file: text,
    find: '  buffer.waiting = isLow ? 0 : unit\n',
    put: '  if (!isLow) units[buffer.length++] = Replacement\n',
  },
  {
    name: 'a high surrogate that nothing follows is lost',
    file: text,
    find: '  if (buffer.waiting === 0) return\n',
    put: '  return\n',
  },
  {
    name: 'a class has everything beyond ASCII',
    file: scan,
    find: 'if (beyond === 2 && !hasChar(',
    put: 'if (beyond === 3 && !hasChar(',
  },
]
