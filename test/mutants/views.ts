import type { Mutant } from './table.ts'

const run = 'src/machine/run.ts'
const machine = 'src/machine/machine.ts'
const compile = 'src/machine/compile.ts'
const thread = 'src/machine/thread.ts'
const flow = 'src/machine/flow.ts'
const state = 'src/machine/state.ts'
const first = 'src/analyze/first.ts'
const writer = 'src/machine/writer.ts'

/** Mutants of dispatch, of entry-free loops, and of what a machine says of itself. */
export const views: readonly Mutant[] = [
  {
    name: 'dispatch although an alternative may be empty',
    file: flow,
    find: 'nullable[id] === 0 && cutPrefix[id] === 0',
    put: 'cutPrefix[id] === 0',
  },
  {
    name: 'dispatch although an alternative may begin with a cut',
    file: flow,
    find: 'nullable[id] === 0 && cutPrefix[id] === 0',
    put: 'nullable[id] === 0',
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
  {
    name: 'a run is joined with a character that it takes',
    file: writer,
    find: '      if (hasUnit(code[last + 1] ?? 0, a)) return -1\n',
    put: '',
  },
  {
    name: 'instructions are joined where something jumps to the second',
    file: writer,
    find: 'operation !== Op.char || last < barrier',
    put: 'operation !== Op.char',
  },
  {
    name: 'a string is joined with a character that is not its quote',
    file: writer,
    find: 'code[last] !== Op.string || code[last + 1] !== a ||',
    put: 'code[last] !== Op.string ||',
  },
  {
    name: 'a body that begins with its character is entered before it',
    file: thread,
    find: 'return a === klass ? ~(at + InstructionSize) : at',
    put: 'return a === klass ? ~at : at',
  },
  {
    name: 'a gap is passed although its character is next',
    file: thread,
    find: '        if (hasClass(program, a, klass)) return at\n',
    put: '',
  },
  {
    name: 'a character beyond ASCII is taken before it is looked at',
    file: thread,
    find: 'return klass < Beyond && hasClass',
    put: 'return hasClass',
  },
  {
    name: 'a loop in front of a dispatch has no way out',
    file: thread,
    find: '(klass <= Beyond && sets[set + klass] === 1 ? to : out)',
    put: '(klass <= Beyond ? to : out)',
  },
  {
    name: 'a loop in front of a dispatch does not end with the text',
    file: thread,
    find: '(klass <= Beyond && sets[set + klass] === 1 ? to : out)',
    put: '(klass > Beyond || sets[set + klass] === 1 ? to : out)',
  },
  {
    name: 'a call is made from where a jump to it stands',
    file: thread,
    find: '  Op.dispatch,\n  Op.ret,\n',
    put: '  Op.call,\n  Op.dispatch,\n  Op.ret,\n',
  },
  {
    name: 'a rule that cuts is written in place',
    file: flow,
    find: " || node.kind === 'cut') return Infinity",
    put: ') return Infinity',
  },
  {
    name: 'a loop of one character goes back before it',
    file: compile,
    find: 'writer.op(Op.repeatChar, unit, body + InstructionSize)',
    put: 'writer.op(Op.repeatChar, unit, body)',
  },
  {
    name: 'a loop does not wait for the character that decides',
    file: run,
    find: '      case 36 satisfies typeof Op.repeat:\n        if (position >= length) {\n          if (!final) return suspend(s, pc, position, sp, work)\n',
    put: '      case 36 satisfies typeof Op.repeat:\n        if (position >= length) {\n',
  },
  {
    name: 'what follows a choice is trusted in an alternative that shares its characters',
    file: compile,
    find: 'plan.held[i] === true ? anyFirst() : follow',
    put: 'follow',
  },
  {
    name: 'nothing that follows is trusted to begin a loop of a lookahead in place',
    file: compile,
    find: "    framed(() => write(item, anyFirst()))\n    writer.op(kind === 'peek'",
    put: "    framed(() => write(item, new Int32Array(5)))\n    writer.op(kind === 'peek'",
  },
  {
    name: 'nothing that follows is trusted to begin a loop in a loop that keeps its entry',
    file: compile,
    find: '    framed(() => write(item, anyFirst()))\n    writer.op(Op.again',
    put: '    framed(() => write(item, new Int32Array(5)))\n    writer.op(Op.again',
  },
  {
    name: 'nothing that follows is trusted to begin the last loop of a rule',
    file: compile,
    find: 'flow?.followOfRule(id) ?? anyFirst()',
    put: 'new Int32Array(5)',
  },
]
