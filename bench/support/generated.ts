import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { compileParser, type CompileParserOptions } from '../../src/compile/index.ts'
import type { Arena } from '../../src/peg/arena.ts'

interface Options {
  readonly limits?: { readonly maxDepth?: number }
}

/** What suites use of a generated module. */
export interface GeneratedParser {
  recognise(text: string, options?: Options): boolean
  parse(
    text: string,
    options?: Options,
  ): { readonly status: string; readonly tape: { records: Int32Array; length: number } }
}

/** Generates a parser and loads it. */
export async function generate(
  arena: Arena,
  options: CompileParserOptions = {},
): Promise<GeneratedParser & { readonly sizes: string }> {
  const { code } = compileParser(arena, options)
  const { recognise, parse }: GeneratedParser = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )
  const small = transformSync(code, { minify: true, format: 'esm' }).code
  const sizes = `${kb(code)} as written, ${kb(small)} minified, ${kb(gzipSync(small))} gzipped`
  return { recognise, parse, sizes }
}

function kb(data: string | Uint8Array): string {
  return `${(data.length / 1024).toFixed(1)} KB`
}
