import { join } from 'node:path'
import { neededBy } from './vite.imports.ts'

const source = join(import.meta.dirname, 'src')

const under = (folder: string, files: readonly string[]) => files.map((file) => join(folder, file))

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
    roots: [join(source, 'main.tsx')],
  },
  {
    name: 'frame',
    // What several layouts share; what one alone has comes with it.
    roots: under(source, ['shell/Shell.tsx', 'shell/frame/layouts/VerticalLayout.tsx']),
  },
  {
    name: 'list',
    roots: under(source, [
      'kit/list/DataTable.tsx',
      'kit/filters/Filters.tsx',
      'kit/page/Screen.tsx',
      'kit/batch/StatusSwitch.tsx',
      'kit/batch/RemoveButtons.tsx',
      'kit/batch/RecycleBin.tsx',
      'kit/list/buttons.tsx',
      'kit/list/useList.ts',
      'kit/export/ExportButton.tsx',
      'kit/import/ImportButton.tsx',
    ]),
  },
  {
    name: 'estate',
    roots: under(source, ['features/device/list/DeviceList.tsx']),
  },
]

/** They stay apart: each is asked for by its own name. */
const entries =
  /\/src\/(main|shell\/Shell|shell\/frame\/layouts\/\w+|features\/device\/list\/DeviceList)\.tsx$/

type ModuleOf = (id: string) => { readonly importedIds: readonly string[] } | null

const reached = new Map<string, ReadonlySet<string>>()

/** All modules that a stage needs, other than by a dynamic import. */
function reach({ name, roots }: Stage, moduleOf: ModuleOf): ReadonlySet<string> {
  const known = reached.get(name)
  if (known) return known
  const seen = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...neededBy(id, moduleOf))
  }
  reached.set(name, seen)
  return seen
}

/** The stage of a module; null leaves it to the bundler. */
export function stageOf(id: string, moduleOf: ModuleOf): string | null {
  if (entries.test(id)) return null
  return stages.find((stage) => reach(stage, moduleOf).has(id))?.name ?? null
}
