/** Every shipped format by its name in code. */
export * as formats from './families.ts'

export * from './families.ts'
export { defineFormat, type Family, type Format } from './format.ts'
export {
  messageFormat,
  type CallLead,
  type MessageFamily,
  type MessageSyntax,
} from './message-family.ts'
export { guidedJson } from './guided-json.ts'
export { jsonTools, type JsonToolsSyntax } from './json-tools.ts'
export { namedTools, type NamedToolsSyntax } from './named-tools.ts'
export { formatFromTable } from './table-format.ts'
export type {
  FormatTable,
  TableArguments,
  TableEvent,
  TableState,
  TableTransition,
} from './table.ts'
export { formatByName, formatList, formatNames, type FormatEntry } from './registry.ts'
export type { ListSyntax } from './list-edges.ts'
export { pythonCalls } from './python-calls.ts'
