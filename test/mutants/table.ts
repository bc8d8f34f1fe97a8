/**
 * One small fault in the machine: a text of one source file, found exactly once there, and what is
 * put in its place. The tests of the machine must notice every one.
 */
export interface Mutant {
  /** What goes wrong, in a few words. */
  readonly name: string
  readonly file: string
  readonly find: string
  readonly put: string
}

const run = 'src/machine/run.ts'
const scan = 'src/machine/scan.ts'
const text = 'src/machine/text.ts'
const machine = 'src/machine/machine.ts'
const compile = 'src/machine/compile.ts'
const flow = 'src/machine/flow.ts'
const pool = 'src/machine/pool.ts'
const state = 'src/machine/state.ts'
const first = 'src/analyze/first.ts'

/** Mutants of what failure, cuts and suspension do with the stack and the tape. */
const control: readonly Mutant[] = [
  {
    name: 'failure leaves the tape as it is',
    file: run,
    find: '    truncate(s, stack[base + Frame.mark]!)\n    s.newest = stack[base + Frame.previous]!',
    put: '    s.newest = stack[base + Frame.previous]!',
  },
  {
    name: 'failure leaves the cut base as it is',
    file: run,
    find: '    s.cutBase = stack[base + Frame.cutBase]!\n    s.call = stack[base + Frame.call]!',
    put: '    s.call = stack[base + Frame.call]!',
  },
  {
    name: 'failure leaves the call as it is',
    file: run,
    find: '    s.cutBase = stack[base + Frame.cutBase]!\n    s.call = stack[base + Frame.call]!',
    put: '    s.cutBase = stack[base + Frame.cutBase]!',
  },
  {
    name: 'failure leaves the count of the loop as it is',
    file: run,
    find: '    s.count = stack[base + Frame.count]!\n',
    put: '',
  },
  {
    name: 'failure leaves the text hidden that a popped frame hid',
    file: run,
    find: '    if (s.hide >= sp) s.hide = -1\n',
    put: '',
  },
  {
    name: 'failure shows what an outer frame hides',
    file: run,
    find: 'if (s.hide >= sp) s.hide = -1',
    put: 's.hide = -1',
  },
  {
    name: 'the truncation of the tape leaves the low-water mark',
    file: run,
    find: '  if (mark < s.tape.lowWater) s.tape.lowWater = mark\n',
    put: '',
  },
  {
    name: 'a cut leaks out of peek and not',
    file: run,
    find: '        s.cutBase = sp\n        if (s.hide < 0) s.hide = sp\n',
    put: '        if (s.hide < 0) s.hide = sp\n',
  },
  {
    name: 'the end of a lookahead keeps its cut base',
    file: run,
    find: '  s.cutBase = s.stack[base + Frame.cutBase]!\n  if (s.hide === base)',
    put: '  if (s.hide === base)',
  },
  {
    name: 'the end of a lookahead keeps its records',
    file: run,
    find: '  if (s.hide === base) s.hide = -1\n  truncate(s, s.stack[base + Frame.mark]!)',
    put: '  if (s.hide === base) s.hide = -1',
  },
  {
    name: 'the end of a lookahead shows what an outer one hides',
    file: run,
    find: '  if (s.hide === base) s.hide = -1\n  truncate',
    put: '  s.hide = -1\n  truncate',
  },
  {
    name: 'a lookahead hides from the innermost frame',
    file: run,
    find: '        s.cutBase = sp\n        if (s.hide < 0) s.hide = sp',
    put: '        s.cutBase = sp\n        s.hide = sp',
  },
  {
    name: 'an inner atomic hides less than the outer one',
    file: run,
    find: '        if (s.hide < 0) s.hide = sp\n        pushPlace',
    put: '        s.hide = sp\n        pushPlace',
  },
  {
    name: 'the end of an inner atomic shows the outer one',
    file: run,
    find: '        sp -= FrameSize\n        if (s.hide === sp) s.hide = -1\n        break',
    put: '        sp -= FrameSize\n        s.hide = -1\n        break',
  },
  {
    name: 'the end of a peek goes on behind what it saw',
    file: run,
    find: '        position = stack[sp + Frame.position]!\n        pc += 2 * InstructionSize',
    put: '        pc += 2 * InstructionSize',
  },
  {
    name: 'a not whose item matches succeeds',
    file: run,
    find: '        position = stack[sp + Frame.position]!\n        failing = true',
    put: '        position = stack[sp + Frame.position]!',
  },
  {
    name: 'a cut does nothing',
    file: run,
    find: '        s.newest = s.cutBase\n',
    put: '',
  },
  {
    name: 'a cut settles the choices of the callers too',
    file: run,
    find: '        s.newest = s.cutBase\n',
    put: '        s.newest = -1\n',
  },
  {
    name: 'a rule is no scope of cuts',
    file: run,
    find: '        s.cutBase = s.newest\n',
    put: '',
  },
  {
    name: 'a return keeps the cut base of the rule',
    file: run,
    find: '        s.cutBase = stack[sp + Call.cutBase]!\n',
    put: '',
  },
  {
    name: 'a loop is not armed again after a cut',
    file: run,
    find: '  stack[base + Frame.previous] = s.newest\n  if (s.newest < 0) s.oldest = base\n  s.newest = base\n}',
    put: '}',
  },
  {
    name: 'a loop armed again after a cut restores the settled entries',
    file: run,
    find: '  stack[base + Frame.previous] = s.newest\n  if (s.newest < 0) s.oldest = base',
    put: '  if (s.newest < 0) s.oldest = base',
  },
  {
    name: 'a frame closed after a cut restores the settled entries',
    file: run,
    find: '  if (s.newest !== base) return\n',
    put: '',
  },
  {
    name: 'an iteration goes back to the start of the loop',
    file: run,
    find: '  stack[base + Frame.position] = position\n  stack[base + Frame.mark] = s.tape.length\n  stack[base + Frame.count]',
    put: '  stack[base + Frame.count]',
  },
  {
    name: 'an iteration keeps the first mark of the loop',
    file: run,
    find: '  stack[base + Frame.mark] = s.tape.length\n  stack[base + Frame.count]',
    put: '  stack[base + Frame.count]',
  },
  {
    name: 'an empty iteration goes on',
    file: run,
    find: 'if (position === stack[base + Frame.position]!) {',
    put: 'if (position < 0) {',
  },
  {
    name: 'an empty iteration keeps its records',
    file: run,
    find: '          if (count > code[pc + 2]!) truncate(s, stack[base + Frame.mark]!)\n',
    put: '',
  },
  {
    name: 'an empty iteration drops its records although the minimum needs them',
    file: run,
    find: 'if (count > code[pc + 2]!) truncate',
    put: 'truncate',
  },
  {
    name: 'a repetition has no minimum',
    file: run,
    find: '        failing = s.count < a\n        s.count = 0',
    put: '        s.count = 0',
  },
  {
    name: 'the count of a loop leaks into the next run',
    file: run,
    find: '        failing = s.count < a\n        s.count = 0\n',
    put: '        failing = s.count < a\n',
  },
  {
    name: 'a repetition takes one more than its maximum',
    file: run,
    find: 'code[pc + 3]! < 0 || count < code[pc + 3]!',
    put: 'code[pc + 3]! < 0 || count <= code[pc + 3]!',
  },
  {
    name: 'the oldest entry is forgotten',
    file: run,
    find: '  if (s.newest < 0) s.oldest = sp\n',
    put: '',
  },
  {
    name: 'the stack does not grow',
    file: run,
    find: 'if (sp + CallSize + frameNeed > stack.length) stack = growStack(s)',
    put: '',
  },
  {
    name: 'a rule without records of its own opens one',
    file: compile,
    find: 'const recorded = ruleRecords && !node.silent',
    put: 'const recorded = ruleRecords',
  },
]

/** Mutants of what the scanning instructions read, and of where they stop. */
const scanning: readonly Mutant[] = [
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
    file: run,
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
    name: 'until holds back a partial delimiter at the end',
    file: run,
    find: '        } else if (found < 0) position = length\n',
    put: '        }\n',
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
    name: 'a partial delimiter beats a complete one at the same place',
    file: scan,
    find: 'if (end === Scan.end) cut = true',
    put: 'if (end === Scan.end) return Scan.end',
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
    name: 'half a pair at the end is U+FFFD at once',
    file: text,
    find: '    else if (unit < Low) waiting = unit\n',
    put: '    else if (unit < Low) units[end++] = Replacement\n',
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

/** Mutants of dispatch, of entry-free loops, and of what a machine says of itself. */
const views: readonly Mutant[] = [
  {
    name: 'dispatch although an alternative may be empty',
    file: flow,
    find: 'if (items.some((id) => nullable[id] === 1 || cutPrefix[id] === 1)) return null',
    put: 'if (items.some((id) => cutPrefix[id] === 1)) return null',
  },
  {
    name: 'dispatch although an alternative may begin with a cut',
    file: flow,
    find: 'if (items.some((id) => nullable[id] === 1 || cutPrefix[id] === 1)) return null',
    put: 'if (items.some((id) => nullable[id] === 1)) return null',
  },
  {
    name: 'what follows a loop is trusted through a cut',
    file: flow,
    find: '      if (cutPrefix[item] === 1) next = anyFirst()\n      else if',
    put: '      if',
  },
  {
    name: 'what follows a lookahead is trusted inside it',
    file: flow,
    find: "      case 'peek':\n      case 'not':\n        return walk(node.item, anyFirst())",
    put: "      case 'peek':\n      case 'not':\n        return walk(node.item, follow)",
  },
  {
    name: 'what follows a choice is trusted in an alternative that holds an entry',
    file: flow,
    find: 'walk(item, open ? anyFirst() : follow)',
    put: 'walk(item, follow)',
  },
  {
    name: 'what follows an entry is trusted in the code of a choice',
    file: compile,
    find: '      framed(() => write(item, anyFirst()))\n      commits.push',
    put: '      framed(() => write(item, follow))\n      commits.push',
  },
  {
    name: 'what follows a loop with an entry is trusted inside it',
    file: flow,
    find: '    if (!isFree(node, follow)) return anyFirst()\n',
    put: '',
  },
  {
    name: 'a loop does without entry whatever follows',
    file: flow,
    find: '    return disjoint(firstAt(item), follow)',
    put: '    return true',
  },
  {
    name: 'a loop whose item may begin with a cut does without entry',
    file: flow,
    find: 'if (!plain || nullable[item] === 1 || cutPrefix[item] === 1) return false',
    put: 'if (!plain || nullable[item] === 1) return false',
  },
  {
    name: 'the first characters of a sequence end at a part that may be empty',
    file: first,
    find: '        if (nullable[item] === 0) break\n',
    put: '        break\n',
  },
  {
    name: 'characters beyond ASCII begin nothing',
    file: first,
    find: '    if (hi > 127) set[4] = NonAscii\n',
    put: '',
  },
  {
    name: 'what is hidden is shown',
    file: machine,
    find: 'return state.hide < 0 ? state.tape.length : hidden(Frame.mark)',
    put: 'return state.tape.length',
  },
  {
    name: 'what is hidden is shown to its end',
    file: machine,
    find: 'return state.hide < 0 ? state.position : hidden(Frame.position)',
    put: 'return state.position',
  },
  {
    name: 'all that is shown is committed',
    file: machine,
    find: 'return state.oldest < 0 ? shown : Math.min(held(Frame.mark), shown)',
    put: 'return shown',
  },
  {
    name: 'trailing text is no failure',
    file: machine,
    find: "return state.position < state.text.length ? 'failure' : 'success'",
    put: "return 'success'",
  },
  {
    name: 'a trial writes on the stack of the machine',
    file: state,
    find: '    stack: state.stack.slice(),\n',
    put: '    stack: state.stack,\n',
  },
  {
    name: 'a trial writes on the tape of the machine',
    file: state,
    find: '    tape: { ...state.tape, records: state.tape.records.slice() },\n',
    put: '    tape: state.tape,\n',
  },
]

export const mutants: readonly Mutant[] = [...control, ...scanning, ...views]
