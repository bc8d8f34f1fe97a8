import type peggy from 'peggy'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { PeggyLimits } from './limits.ts'
import { readPeggy, type PeggyGrammar } from './read-peggy.ts'

/** A grammar and the grammars that it imports. */
export interface PeggyModule {
  readonly grammar: PeggyGrammar
  ruleName(name: string): string | null
  libraryRule(library: string, name: string | undefined): string | null
  bodyOf(name: string): peggy.ast.Expression | null
}

/** What loading modules needs to know. */
export interface ModuleOptions extends PeggyLimits {
  readonly imports?: Readonly<Record<string, string>>
}

/** What was read before names are looked up. */
interface Loaded {
  readonly grammar: PeggyGrammar
  /** Stands before the names of its rules in the arena. */
  readonly prefix: string
  readonly rules: ReadonlyMap<string, peggy.ast.Rule>
}

/** Reads a grammar and all that it imports, each module once; the grammar itself comes first. */
export function loadModules(
  source: string,
  options: ModuleOptions,
): { modules: readonly PeggyModule[]; diagnostics: readonly Diagnostic[] } {
  const bySpecifier = new Map<string, Loaded>()
  const diagnostics: Diagnostic[] = []
  const loaded: Loaded[] = []

  function read(text: string, prefix: string): Loaded | null {
    const grammar = readPeggy(text, options)
    if ('code' in grammar && 'severity' in grammar) {
      const where = prefix === '' ? grammar : { ...grammar, related: [`in the module ${prefix}`] }
      diagnostics.push(where)
      return null
    }
    const module = {
      grammar,
      prefix,
      rules: new Map(grammar.rules.map((rule) => [rule.name, rule])),
    }
    loaded.push(module)
    return module
  }

  const main = read(source, '')
  const left = main === null ? [] : [main]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const { from } of next.grammar.imports) {
      if (bySpecifier.has(from.module)) continue
      const text = ownImport(options.imports, from.module)
      if (text === null) {
        diagnostics.push(missingImport(from))
        continue
      }
      const module = read(text, `${stemOf(from.module, bySpecifier.size)}.`)
      if (module === null) continue
      bySpecifier.set(from.module, module)
      left.push(module)
    }
  }
  return { modules: loaded.map((module) => resolve(module, bySpecifier)), diagnostics }
}

function ownImport(imports: ModuleOptions['imports'], name: string): string | null {
  return imports !== undefined && Object.hasOwn(imports, name) ? (imports[name] ?? null) : null
}

function missingImport(from: peggy.ast.GrammarImportFrom): Diagnostic {
  const message = `the module ${JSON.stringify(from.module)} is not given`
  const hint = 'pass its source: fromPeggy(source, { imports: { [name]: source } })'
  return diagnose('undefined-rule', message, { offset: from.location.start.offset, hint })
}

/** A short name for the rules of a module: the file's, with a number where it comes again. */
function stemOf(specifier: string, count: number): string {
  const file = specifier.split('/').at(-1)?.split('.')[0] ?? ''
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(file)
    ? `${file}${count === 0 ? '' : count + 1}`
    : `module${count + 1}`
}

function resolve(module: Loaded, bySpecifier: ReadonlyMap<string, Loaded>): PeggyModule {
  const { grammar, prefix, rules } = module
  const bindings = new Map<string, string>()
  const libraries = new Map<string, Loaded>()
  for (const { what, from } of grammar.imports) {
    const source = bySpecifier.get(from.module)
    if (source === undefined) continue
    for (const each of what) bind(each, source, bindings, libraries)
  }
  return {
    grammar,
    ruleName: (name) => (rules.has(name) ? prefix + name : (bindings.get(name) ?? null)),
    libraryRule: (library, name) => {
      const source = libraries.get(library)
      const wanted = name ?? source?.grammar.rules[0]?.name ?? ''
      return source?.rules.has(wanted) === true ? source.prefix + wanted : null
    },
    bodyOf: (name) => {
      const expression = rules.get(name)?.expression
      return expression?.type === 'named' ? expression.expression : (expression ?? null)
    },
  }
}

function bind(
  what: peggy.ast.GrammarImportWhat,
  source: Loaded,
  bindings: Map<string, string>,
  libraries: Map<string, Loaded>,
): void {
  const first = source.grammar.rules[0]?.name ?? ''
  switch (what.type) {
    case 'import_binding_all':
      libraries.set(what.binding, source)
      return
    case 'import_binding_default':
      bindings.set(what.binding, source.prefix + first)
      return
    case 'import_binding':
      if (source.rules.has(what.binding)) bindings.set(what.binding, source.prefix + what.binding)
      return
    case 'import_binding_rename':
      if (source.rules.has(what.rename)) bindings.set(what.binding, source.prefix + what.rename)
  }
}
