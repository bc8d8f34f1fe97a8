import type { Mutant } from './table.ts'

const run = 'src/machine/run.ts'
const frames = 'src/machine/frames.ts'
const compile = 'src/machine/compile.ts'

/** Mutants of what failure, cuts and suspension do with the stack and the tape. */
export const control: readonly Mutant[] = [
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
    file: frames,
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
    file: frames,
    find: '  s.cutBase = s.stack[base + Frame.cutBase]!\n  if (s.hide === base)',
    put: '  if (s.hide === base)',
  },
  {
    name: 'the end of a lookahead keeps its records',
    file: frames,
    find: '  if (s.hide === base) s.hide = -1\n  truncate(s, s.stack[base + Frame.mark]!)',
    put: '  if (s.hide === base) s.hide = -1',
  },
  {
    name: 'the end of a lookahead shows what an outer one hides',
    file: frames,
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
    file: frames,
    find: '  stack[base + Frame.previous] = s.newest\n  if (s.newest < 0) s.oldest = base\n  s.newest = base\n}',
    put: '}',
  },
  {
    name: 'a loop armed again after a cut restores the settled entries',
    file: frames,
    find: '  stack[base + Frame.previous] = s.newest\n  if (s.newest < 0) s.oldest = base',
    put: '  if (s.newest < 0) s.oldest = base',
  },
  {
    name: 'a frame closed after a cut restores the settled entries',
    file: frames,
    find: '  if (s.newest !== base) return\n',
    put: '',
  },
  {
    name: 'an iteration goes back to the start of the loop',
    file: frames,
    find: '  stack[base + Frame.position] = position\n  stack[base + Frame.mark] = s.tape.length\n  stack[base + Frame.count]',
    put: '  stack[base + Frame.count]',
  },
  {
    name: 'an iteration keeps the first mark of the loop',
    file: frames,
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
    file: frames,
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
