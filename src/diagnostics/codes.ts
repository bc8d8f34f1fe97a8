/** How grave a diagnostic is: an error stops a build, a warning surprises, an info is a note. */
export type Severity = 'error' | 'warning' | 'info'

/**
 * Every code that pegbnf can report: its default severity and its meaning in one line.
 * The table is closed; each code has a golden of its whole message under `fixtures/errors/`.
 */
export const codes = {
  // Faults of a grammar's author, collected by `buildGrammar`.
  'undefined-rule': { severity: 'error', meaning: 'a reference names a rule that is not defined' },
  'duplicate-rule': { severity: 'error', meaning: 'two rules have the same name' },
  'left-recursion': { severity: 'error', meaning: 'a rule reaches itself without consuming text' },
  'empty-repetition': { severity: 'error', meaning: 'a repeated item can match nothing' },
  'bad-bounds': { severity: 'error', meaning: 'the bounds of a repetition are impossible' },
  'bad-class': { severity: 'error', meaning: 'a character class cannot be read' },
  'empty-delimiter': { severity: 'error', meaning: 'a delimiter is the empty string' },
  'no-root': { severity: 'error', meaning: 'the builder returned nothing to parse' },
  'bad-arena': { severity: 'error', meaning: 'a saved arena cannot be loaded' },
  'nesting-limit': { severity: 'error', meaning: 'a grammar or schema is nested too deeply' },
  'unreachable-choice': {
    severity: 'warning',
    meaning: 'an alternative can never be reached, an earlier one always wins',
  },
  'unreachable-rule': { severity: 'warning', meaning: 'no rule leads here from the root' },
  'late-commit': { severity: 'warning', meaning: 'text is held back until a choice is settled' },
  'permute-order-fixed': {
    severity: 'warning',
    meaning: 'too many items to allow every order, the order given is used',
  },
  'gbnf-lossy-order': {
    severity: 'warning',
    meaning: 'GBNF admits a later alternative where the parser takes the earlier one',
  },
  'gbnf-lossy-repetition': {
    severity: 'warning',
    meaning: 'GBNF may stop a repetition earlier than the parser does',
  },
  'gbnf-lossy-until': {
    severity: 'warning',
    meaning: 'a text up to a delimiter is not followed by that delimiter',
  },
  'gbnf-lossy-lookahead': { severity: 'warning', meaning: 'GBNF cannot express a lookahead' },
  'gbnf-lossy-cut': { severity: 'warning', meaning: 'GBNF cannot express a cut' },
  'xgrammar-lossy-class': {
    severity: 'warning',
    meaning: 'a class of characters beyond ASCII is widened for XGrammar',
  },

  // Input failures: values of a result, never thrown.
  'no-match': { severity: 'error', meaning: 'the text does not match the grammar' },
  'trailing-input': { severity: 'error', meaning: 'text follows the end of the match' },
  'depth-limit': { severity: 'error', meaning: 'the text is nested deeper than maxDepth' },
  'text-limit': { severity: 'error', meaning: 'the text is longer than maxTextLength' },
  'tape-limit': { severity: 'error', meaning: 'the parse needs more than maxTapeRecords records' },
  'held-limit': { severity: 'error', meaning: 'more than maxHeld characters wait for a decision' },
  'call-limit': { severity: 'error', meaning: 'the text holds more than maxCalls tool calls' },
  'work-limit': { severity: 'error', meaning: 'the parse takes too many steps for its text' },

  // Faults of a chat template, or of the file that holds it; each ends in a TemplateError.
  'template-syntax': { severity: 'error', meaning: 'a chat template cannot be read' },
  'template-error': { severity: 'error', meaning: 'a chat template fails while it is rendered' },
  'template-raised': { severity: 'error', meaning: 'a chat template refuses the messages' },
  'template-limit': {
    severity: 'error',
    meaning: 'a chat template is too large or works too long',
  },
  'response-template': { severity: 'error', meaning: 'a response template cannot be used' },
  'response-trap': {
    severity: 'warning',
    meaning: 'a response template reads otherwise than it seems',
  },
  'template-unknown': {
    severity: 'error',
    meaning: 'what a chat template prints is not understood',
  },
  'template-source': { severity: 'error', meaning: 'no chat template can be read from a source' },

  // What was noted while a message was read.
  'response-unread': {
    severity: 'error',
    meaning: 'a part of a response is not what its response template reads',
  },
  'off-grammar': { severity: 'info', meaning: 'the text was read although the grammar forbids it' },
  undone: { severity: 'warning', meaning: 'text already sent turned out to be something else' },
  'duplicate-tool': { severity: 'warning', meaning: 'two tools have the same name' },
  'undeclared-tool': { severity: 'warning', meaning: 'a call names a tool that was not declared' },
  'tool-name': { severity: 'warning', meaning: 'no call can name a tool, which is left out' },
  'incomplete-call': { severity: 'warning', meaning: 'the text ended inside a tool call' },
  'invalid-arguments': {
    severity: 'warning',
    meaning: 'the arguments of a call are not valid JSON',
  },
  'repaired-arguments': {
    severity: 'warning',
    meaning: 'arguments that were not JSON have been repaired',
  },
  'schema-mismatch': { severity: 'warning', meaning: 'a value does not fit its schema' },
  'duplicate-argument': { severity: 'warning', meaning: 'an argument is given twice' },
  'double-encoded': {
    severity: 'info',
    meaning: 'arguments were a JSON string that holds an object',
  },
  'unread-text': { severity: 'warning', meaning: 'text fits no rule and was kept as content' },
  'extra-call': { severity: 'warning', meaning: 'a further call was dropped, one was asked for' },
  'stray-marker': { severity: 'info', meaning: 'a marker stands where it means nothing' },
  'unclosed-reasoning': { severity: 'info', meaning: 'the text ended inside the reasoning' },
  'lone-surrogate': { severity: 'warning', meaning: 'half a surrogate pair became U+FFFD' },
  'undecodable-bytes': { severity: 'warning', meaning: 'bytes that are not UTF-8 became U+FFFD' },
  'special-token': { severity: 'info', meaning: 'a special token that nobody reads was dropped' },
  'required-call': {
    severity: 'error',
    meaning: 'a call was required, and is not as it should be',
  },
  'stream-error': { severity: 'error', meaning: 'the upstream failed before the text was whole' },

  'bad-frame': { severity: 'warning', meaning: 'a frame of an upstream is not what it should be' },

  // What was noted while a message was written.
  unwritable: {
    severity: 'warning',
    meaning: 'a format cannot carry a part of a message: its text reads back as another',
  },

  // JSON Schema.
  'schema-relaxed': { severity: 'warning', meaning: 'a keyword is enforced only in part' },
  'schema-ignored': { severity: 'warning', meaning: 'a keyword is not enforced' },
  'schema-refused': { severity: 'error', meaning: 'a schema cannot be compiled' },
  'schema-limit': {
    severity: 'warning',
    meaning: 'the schemas of a grammar together take too much work',
  },
  'schema-impossible': { severity: 'error', meaning: 'a schema admits no value' },

  // Grammars in Peggy's syntax.
  'peggy-syntax': { severity: 'error', meaning: 'the text is no grammar in Peggy’s syntax' },
  'peggy-code': { severity: 'error', meaning: 'code in a grammar cannot be compiled' },
  'peggy-limit': { severity: 'error', meaning: 'a Peggy grammar is longer or deeper than allowed' },

  // GBNF texts.
  'gbnf-syntax': { severity: 'error', meaning: 'the text is not GBNF' },
  'gbnf-undefined-rule': { severity: 'error', meaning: 'a GBNF rule is used but not defined' },
  'gbnf-no-root': { severity: 'error', meaning: 'a GBNF text has no root rule' },
  'gbnf-left-recursion': { severity: 'error', meaning: 'a GBNF rule is left recursive' },
  'gbnf-bad-bounds': {
    severity: 'error',
    meaning: 'the bounds of a GBNF repetition are impossible',
  },
  'gbnf-repetition-limit': { severity: 'error', meaning: 'a GBNF repetition is larger than 2000' },
  'gbnf-unbounded-maximum': {
    severity: 'warning',
    meaning: 'llama.cpp reads a maximum above 2000 as unlimited',
  },
  'gbnf-duplicate-rule': { severity: 'warning', meaning: 'a GBNF rule is defined twice' },
  'gbnf-nullable-repetition': { severity: 'warning', meaning: 'a repeated GBNF item can be empty' },
  'gbnf-empty-class': {
    severity: 'warning',
    meaning: 'llama.cpp reads a GBNF class without members as the empty text',
  },
  'gbnf-unmatchable': { severity: 'warning', meaning: 'no text can match a part of a GBNF rule' },
  'gbnf-unused-rule': { severity: 'warning', meaning: 'nothing leads from root to a GBNF rule' },
  'gbnf-ambiguous': {
    severity: 'warning',
    meaning: 'a sentence of a GBNF text is made in two ways',
  },
  'gbnf-stack-growth': {
    severity: 'warning',
    meaning: 'llama.cpp keeps many parallel stacks for a sentence of a GBNF text',
  },
  'gbnf-endless': { severity: 'error', meaning: 'a GBNF grammar has no sentence that ends' },
  'gbnf-load-limit': {
    severity: 'error',
    meaning: 'llama.cpp hangs or crashes when it loads a GBNF text',
  },
  'gbnf-size-limit': { severity: 'error', meaning: 'a GBNF text is longer or deeper than allowed' },
  'stack-limit': { severity: 'error', meaning: 'a grammar needs too many parallel stacks' },
} as const

/** The name of one kind of diagnostic. */
export type Code = keyof typeof codes
