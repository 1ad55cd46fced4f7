import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const source = join(import.meta.dirname, 'src')
const contract = join(import.meta.dirname, '../contract/src')
const packages = join(import.meta.dirname, '../../node_modules')

/** Packages whose main file names everything; by where that file is. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  '@mantine/core': ['@mantine/core/esm/index.mjs'],
  '@mantine/hooks': ['@mantine/hooks/esm/index.mjs'],
  '@tanstack/query-core': ['@tanstack/query-core/build/modern/index.js'],
  '@tanstack/react-query': [
    '@tanstack/react-query/build/modern/index.js',
    '@tanstack/query-core/build/modern/index.js',
  ],
}

/** They name everything, so what they import says nothing about who needs what. */
const barrels: ReadonlySet<string> = new Set([
  join(contract, 'index.ts'),
  join(source, 'ui/controls.ts'),
  ...Object.values(libraries).flatMap((files) => files.map((file) => join(packages, file))),
])

type ModuleOf = (id: string) => { readonly importedIds: readonly string[] } | null

/** What a module needs, other than by a dynamic import; through a barrel, what it names there. */
export function neededBy(id: string, moduleOf: ModuleOf): readonly string[] {
  const imported = moduleOf(id)?.importedIds ?? []
  const direct = imported.filter((one) => !barrels.has(one))
  return direct.length === imported.length ? direct : [...direct, ...namedIn(id)]
}

/** The files behind the names that a source takes from a barrel; types need nothing. */
function namedIn(id: string): readonly string[] {
  return importsOf(id).flatMap(({ names, from }) => {
    const known = filesOf(from)
    return names.flatMap((name) => known?.get(name) ?? [])
  })
}

/** The values that a file imports by their names, and from where. */
function importsOf(id: string) {
  const text = readFileSync(id, 'utf8')
  return [...text.matchAll(/^(?:im|ex)port \{([^}]*)\} from ['"]([^'"]+)['"]/gm)].map(
    ([, names = '', from = '']) => ({
      from,
      names: names
        .split(',')
        .map((name) => name.trim().replace(/ as .*/, ''))
        .filter((name) => name !== '' && !name.startsWith('type ')),
    }),
  )
}

/** The files of what a barrel offers; none for what is no barrel. */
function filesOf(from: string): ReadonlyMap<string, string> | undefined {
  if (from === '@muster/contract') return contractFiles
  return libraryFiles.get(from.endsWith('/controls.ts') ? '@mantine/core' : from)
}

const libraryFiles = new Map(
  Object.entries(libraries).map(([name, files]) => [
    name,
    new Map(files.map((file) => join(packages, file)).flatMap(namedBy)),
  ]),
)

/** What a library's main file takes from its other files, to offer it. */
function namedBy(file: string): readonly (readonly [string, string])[] {
  return importsOf(file).flatMap(({ names, from }) =>
    names.map((name) => [name, join(dirname(file), from)] as const),
  )
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
