import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file that a recipe writes, or lines that it adds to one that is there. */
export interface Block {
  readonly path: string
  /** The title of the section that it stands in. */
  readonly section: string
  readonly isDiff: boolean
  readonly lines: readonly string[]
}

const block = /^### `(?<path>[^`]+)`\n+```(?<language>\w+)\n(?<text>.*?)\n```$/gms

/** What a recipe writes: each block under a heading that is the path of its file. */
export function blocksOf(recipe: string): Block[] {
  return recipe.split(/^(?=## )/m).flatMap((part) => {
    const section = /^## (.*)$/m.exec(part)?.[1] ?? ''
    return [...part.matchAll(block)].map(
      ({ groups: { path = '', language = '', text = '' } = {} }) => ({
        path,
        section,
        isDiff: language === 'diff',
        lines: text.split('\n'),
      }),
    )
  })
}

/** The lines that a block adds to a file that others share. */
export const addedLines = ({ isDiff, lines }: Block): readonly string[] =>
  isDiff ? lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)) : []

const packages = ['contract', 'server', 'console', 'terminal', 'simulator', 'agent'] as const
const others = ['vitest.config.ts', 'package.json', 'tsconfig.base.json'] as const
const generated = /[/\\](node_modules|dist|\.cache)$/

/** Copies what tests and compiler need of the tree; installed packages stay where they are. */
export async function copyTree(root: string, copy: string): Promise<void> {
  const filter = (path: string) => !generated.test(path)
  const folders = [...packages.map((name) => `packages/${name}`), 'scripts']
  for (const path of [...folders, ...others])
    await cp(join(root, path), join(copy, path), { recursive: true, filter })
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@muster'), { recursive: true })
  const installed = await readdir(join(root, 'node_modules'))
  // Our own packages are those of the copy.
  const foreign = installed.filter((name) => !name.startsWith('.') && name !== '@muster')
  for (const name of foreign) await symlink(join(root, 'node_modules', name), join(modules, name))
  for (const name of packages)
    await symlink(join(copy, 'packages', name), join(modules, '@muster', name))
}

/** Writes a block into a copy of the tree. */
export async function write(copy: string, block: Block): Promise<void> {
  const file = join(copy, block.path)
  if (block.isDiff) return patch(file, block.lines)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${block.lines.join('\n')}\n`, { flag: 'wx' })
}

/** Adds the lines of a diff behind its first line, which the file must hold once. */
async function patch(file: string, lines: readonly string[]): Promise<void> {
  const [place = '', ...added] = lines.map((line) => line.slice(1))
  const text = await readFile(file, 'utf8')
  const parts = text.split(`\n${place}\n`)
  if (parts.length !== 2)
    throw new Error(`${file} holds this line ${parts.length - 1} times: ${place}`)
  await writeFile(file, parts.join(`\n${[place, ...added].join('\n')}\n`))
}
