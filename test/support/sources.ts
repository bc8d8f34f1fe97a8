import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

/** The folder of the project, with a slash at its end. */
export const projectRoot: string = fileURLToPath(new URL('../../', import.meta.url))

export interface SourceFile {
  /** Its path from the project's folder. */
  readonly path: string
  readonly text: string
  /** What it imports or re-exports, type imports and dynamic ones too; relative ones as paths from the project. */
  readonly imports: readonly string[]
}

/** Every TypeScript file under a folder of the project. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(projectRoot + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .toSorted()
    .map((name) => readSource(`${folder}/${name}`))
}

function readSource(path: string): SourceFile {
  const text = readFileSync(projectRoot + path, 'utf8')
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? join(dirname(path), fileName) : fileName,
    )
  return { path, text, imports }
}

/** Every node of a file's syntax tree for which `test` is true, as `path:line`. */
export function findNodes(file: SourceFile, test: (node: ts.Node) => boolean): string[] {
  const tree = treeOf(file)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (test(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      found.push(`${file.path}:${line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const trees = new WeakMap<SourceFile, ts.SourceFile>()

/** The file's syntax tree, made once: it is asked several questions. */
function treeOf(file: SourceFile): ts.SourceFile {
  let tree = trees.get(file)
  if (tree === undefined) {
    tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2023, true)
    trees.set(file, tree)
  }
  return tree
}
