export { compileParser, type CompiledParser, type CompileParserOptions } from './module.ts'
export type { View } from '../peg/arena.ts'
export type { SourcePlace } from '../peg/source-place.ts'
