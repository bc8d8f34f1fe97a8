/** What a tag means to the mapper. */
export const Kind = {
  /** A tag or rule without a meaning here: its text is of what it stands in. */
  none: 0,
  content: 1,
  reasoning: 2,
  tool: 3,
  id: 4,
  name: 5,
  args: 6,
  argsString: 7,
  arg: 8,
  argName: 9,
  argValue: 10,
  argString: 11,
  skip: 12,
  /** Notes a diagnostic; its text is of what it stands in. */
  note: 13,
  /** A name as it stands in a JSON string. */
  nameJson: 14,
  argPython: 15,
  argObject: 16,
  argArray: 17,
} as const
