import { fileURLToPath } from 'node:url'
import { serve } from './serve.ts'
import { loadXgrammar } from './xgrammar.ts'

const engine = await loadXgrammar(fileURLToPath(new URL('node_modules', import.meta.url)))

async function judge({
  ebnf,
  texts,
}: {
  readonly ebnf: string
  readonly texts: readonly string[]
}): Promise<boolean[]> {
  const grammar = await engine.read(ebnf)
  const accepts = await engine.matcher(grammar)
  return texts.map((text) => accepts(text))
}

await serve(judge)
