import { join } from 'node:path'

const source = join(import.meta.dirname, 'src')
const contract = join(import.meta.dirname, '../contract/src')
const mantine = join(import.meta.dirname, '../../node_modules/@mantine/core/esm')

const under = (folder: string, files: readonly string[]) => files.map((file) => join(folder, file))
const part = (name: string) => `components/${name}/${name}.mjs`

/** They name everything: what is needed of them is among the roots. */
const barrels: readonly string[] = [join(contract, 'index.ts'), join(mantine, 'index.mjs')]

interface Stage {
  readonly name: string
  readonly roots: readonly string[]
}

/**
 * What is loaded in one go, in order; a module belongs to the first stage that needs it. Without
 * stages, each set of screens that shares a module gets a chunk: sixty small files for one list.
 */
const stages: readonly Stage[] = [
  {
    name: 'start',
    roots: [
      join(source, 'main.tsx'),
      ...under(contract, ['core/signing.ts', 'core/wire.ts', 'user/session.ts']),
      ...under(contract, ['system/site.ts', 'system/language.ts', 'user/theme.ts']),
    ],
  },
  {
    name: 'frame',
    roots: [
      join(source, 'shell/Shell.tsx'),
      // What several layouts share; what one alone has comes with it.
      ...under(source, ['shell/frame/layouts/VerticalLayout.tsx']),
      join(contract, 'notice/live.ts'),
      ...under(mantine, ['core/MantineProvider/MantineProvider.mjs']),
      ...under(mantine, ['core/DirectionProvider/DirectionProvider.mjs']),
      ...under(mantine, ['Menu', 'Button', 'Group', 'Stack', 'Title'].map(part)),
    ],
  },
  {
    name: 'list',
    roots: [
      ...under(source, ['kit/parts/DataTable.tsx', 'kit/parts/Filters.tsx']),
      ...under(source, ['kit/parts/Screen.tsx', 'kit/parts/StatusSwitch.tsx']),
      ...under(source, ['kit/parts/RemoveButtons.tsx', 'kit/parts/RecycleBin.tsx']),
      ...under(source, ['kit/parts/buttons.tsx', 'kit/list/useList.ts']),
      join(contract, 'core/recyclable.ts'),
      ...under(mantine, ['Checkbox', 'TextInput', 'NativeSelect', 'Switch', 'Skeleton'].map(part)),
    ],
  },
]

type ModuleOf = (id: string) => { readonly importedIds: readonly string[] } | null

const reached = new Map<string, ReadonlySet<string>>()

/** All modules that a stage needs, other than by a dynamic import. */
function reach({ name, roots }: Stage, moduleOf: ModuleOf): ReadonlySet<string> {
  const known = reached.get(name)
  if (known) return known
  const seen = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || barrels.includes(id)) continue
    seen.add(id)
    waiting.push(...(moduleOf(id)?.importedIds ?? []))
  }
  reached.set(name, seen)
  return seen
}

/** The stage of a module; null leaves it to the bundler. The entries themselves stay apart. */
export function stageOf(id: string, moduleOf: ModuleOf): string | null {
  if (/\/src\/(main|shell\/Shell|shell\/frame\/layouts\/\w+)\.tsx$/.test(id)) return null
  return stages.find((stage) => reach(stage, moduleOf).has(id))?.name ?? null
}
