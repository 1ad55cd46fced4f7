import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, 'src')
const contract = join(import.meta.dirname, '../contract/src')
const mantine = join(import.meta.dirname, '../../node_modules/@mantine/core/esm')

/** They name everything, so what they import says nothing about who needs what. */
const barrels: readonly string[] = [
  join(contract, 'index.ts'),
  join(source, 'ui/controls.ts'),
  join(mantine, 'index.mjs'),
]

type ModuleOf = (id: string) => { readonly importedIds: readonly string[] } | null

/** What a module needs, other than by a dynamic import; through a barrel, what it names there. */
export function neededBy(id: string, moduleOf: ModuleOf): readonly string[] {
  const imported = moduleOf(id)?.importedIds ?? []
  const direct = imported.filter((one) => !barrels.includes(one))
  return direct.length === imported.length ? direct : [...direct, ...namedIn(id)]
}

/** The files behind the names that a source takes from a barrel; types need nothing. */
function namedIn(id: string): readonly string[] {
  const text = readFileSync(id, 'utf8')
  const found = [...text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)]
  return found.flatMap(([, names = '', from = '']) => {
    const wanted = names.split(',').map((name) => name.trim().replace(/ as .*/, ''))
    const values = wanted.filter((name) => name !== '' && !name.startsWith('type '))
    if (from === '@muster/contract') return values.flatMap((name) => contractFiles.get(name) ?? [])
    return from.endsWith('/controls.ts') || from === '@mantine/core' ? values.map(part) : []
  })
}

/** The file of each value that the contract exports. */
const contractFiles = new Map(
  globSync('**/*.ts', { cwd: contract }).flatMap((name): [string, string][] => {
    const file = join(contract, name)
    const text = readFileSync(file, 'utf8')
    const exported = text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)
    const spaces = text.matchAll(/^export \* as (\w+) from '([^']+)'/gm)
    return [
      ...[...exported].map(([, value = '']): [string, string] => [value, file]),
      ...[...spaces].map(([, value = '', from = '']): [string, string] => [
        value,
        join(contract, from),
      ]),
    ]
  }),
)

/** The library's file of a part. */
function part(name: string): string {
  const file = join(mantine, 'components', name, `${name}.mjs`)
  return existsSync(file) ? file : join(mantine, 'core', name, `${name}.mjs`)
}
