import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A chat template of a real model, or one of our own. */
export interface NamedTemplate {
  readonly name: string
  readonly text: string
}

/** Our own templates. */
export function ownTemplates(): NamedTemplate[] {
  return templatesIn(new URL('../../templates/', import.meta.url))
}

/** The templates of families that we have invented. */
export function inventedTemplates(): NamedTemplate[] {
  return templatesIn(new URL('../../fixtures/templates/', import.meta.url))
}

/** The templates of real models beside the checkout, where they are there. */
export function sharedTemplates(): NamedTemplate[] {
  return templatesIn(new URL('../../../shared/templates/', import.meta.url))
}

/** The templates that the package `@huggingface/ollama-utils` ships, as a table in its source. */
export async function packagedTemplates(): Promise<NamedTemplate[]> {
  const entry = import.meta.resolve('@huggingface/ollama-utils')
  const source = readFileSync(new URL('../src/chat-template-automap.ts', entry), 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  })
  const table: {
    readonly OLLAMA_CHAT_TEMPLATE_MAPPING: readonly {
      readonly model: string
      readonly gguf: string
    }[]
  } = await import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`)
  return table.OLLAMA_CHAT_TEMPLATE_MAPPING.map(({ model, gguf }, index) => ({
    name: `${model}#${index}`,
    text: gguf,
  }))
}

function templatesIn(folder: URL): NamedTemplate[] {
  const path = fileURLToPath(folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.endsWith('.jinja'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(path + name, 'utf8') }))
}
