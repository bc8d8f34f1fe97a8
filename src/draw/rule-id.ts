/** The id of a rule's picture: letters and digits as they are, all else as `_code_`. */
export function ruleId(name: string): string {
  return `rule-${name.replace(/[^A-Za-z0-9-]/gu, (char) => `_${char.codePointAt(0)?.toString(16)}_`)}`
}
