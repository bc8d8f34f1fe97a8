import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The parts of web-xgrammar that are used, its test entry for whole texts included.
interface Engine {
  readonly TokenizerInfo: { createTokenizerInfo(...options: unknown[]): Promise<Disposable> }
  readonly Grammar: {
    fromJSONSchema(...options: unknown[]): Promise<Grammar>
    fromEBNF(ebnf: string): Promise<Grammar>
    fromStructuralTag(tag: object): Promise<Grammar>
  }
  readonly GrammarCompiler: {
    createGrammarCompiler(
      info: Disposable,
      cached: boolean,
    ): Promise<{ compileGrammar(grammar: Grammar): Promise<Disposable> }>
  }
  readonly GrammarMatcher: { createGrammarMatcher(compiled: Disposable): Promise<Matcher> }
}
interface Disposable {
  dispose(): void
}
interface Grammar extends Disposable {
  toString(): string
}
interface Matcher extends Disposable {
  reset(): void
  _acceptString(text: string): boolean
  acceptToken(token: number): boolean
}

/** XGrammar. What it cannot compile throws, and may leave it unusable: then its process must end. */
export interface Xgrammar {
  /** Its own grammar of a schema, as JSON: strict, in any white space. */
  convert(schema: string): Promise<Grammar>
  /** A grammar of its EBNF. */
  read(ebnf: string): Promise<Grammar>
  /** A grammar of a structural tag. */
  readTag(tag: object): Promise<Grammar>
  /** A function that says whether a text is a sentence. */
  matcher(grammar: Grammar): Promise<(text: string) => boolean>
}

/** Loads XGrammar from a folder of packages. */
export async function loadXgrammar(packages: string): Promise<Xgrammar> {
  const engine = loadEngine(packages)
  const stop = 1
  const vocabulary = ['<s>', '</s>', 'a']
  const info = await engine.TokenizerInfo.createTokenizerInfo(vocabulary, 'raw', false, 3, [stop])
  const compiler = await engine.GrammarCompiler.createGrammarCompiler(info, false)
  return {
    convert: (schema) => engine.Grammar.fromJSONSchema(schema, true, undefined, undefined, true),
    read: (ebnf) => engine.Grammar.fromEBNF(ebnf),
    readTag: (tag) => engine.Grammar.fromStructuralTag(tag),
    async matcher(grammar) {
      const compiled = await compiler.compileGrammar(grammar)
      const matcher = await engine.GrammarMatcher.createGrammarMatcher(compiled)
      return (text) => {
        matcher.reset()
        return matcher._acceptString(text) && matcher.acceptToken(stop)
      }
    },
  }
}

/** The package says that it is a module and is not: under another name Node believes it. */
function loadEngine(packages: string): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'xgrammar-'))
  const file = join(folder, 'index.cjs')
  copyFileSync(join(packages, '@mlc-ai/web-xgrammar/lib/index.js'), file)
  const engine: Engine = createRequire(file)(file)
  rmSync(folder, { recursive: true })
  return engine
}
