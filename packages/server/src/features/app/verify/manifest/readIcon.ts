import { PackageFault } from '../fault.ts'
import type { ApkIcon } from '../report.ts'
import type { Archive } from '../zip/archive.ts'
import { readWhole } from '../zip/unpack.ts'
import { attributes } from './attributes.ts'
import { resolve } from './resolve.ts'
import type { ResourceTable } from './resourceTable.ts'
import type { Value } from './value.ts'
import { readXml } from './xmlDocument.ts'

const mostBytes = 2 * 1024 ** 2
const mostTries = 40
/** What Android means where a folder names no density. */
const usual = 160
/** Numbers that stand for no density, and for any. */
const densityless = 0xfffe

interface Around {
  readonly archive: Archive
  readonly table: ResourceTable
  readonly density: number
}

/**
 * The picture of an application: of those that are drawn for at least the wanted density the
 * smallest, else the largest. Of an icon in layers it is the picture of a layer, the front one
 * first. One that cannot be read is none.
 */
export function readIcon(icons: readonly Value[], around: Around): ApkIcon | null {
  return firstOf(icons, (icon) => pictureOf(icon, around, 0))
}

function pictureOf(value: Value, around: Around, depth: number): ApkIcon | null {
  const files = resolve(value, around.table)
    .filter(({ configuration }) => !configuration.isSpecial && configuration.locale === '')
    .flatMap(({ configuration, value }) =>
      value.text === null ? [] : [{ name: value.text, density: configuration.density }],
    )
  const fits = ({ density }: { density: number }) => (density || usual) >= around.density
  const ordered = files
    .toSorted((a, b) => (a.density || usual) - (b.density || usual))
    .filter(({ name }) => !name.endsWith('.xml'))
  const best = [...ordered.filter(fits), ...ordered.filter((one) => !fits(one)).toReversed()]
  const picture = firstOf(best, ({ name, density }) => readPicture(around.archive, name, density))
  if (picture ?? depth > 0) return picture
  const layered = files.filter(({ name }) => name.endsWith('.xml'))
  return firstOf(layered, ({ name }) =>
    firstOf(layersOf(around.archive, name), (layer) => pictureOf(layer, around, depth + 1)),
  )
}

function readPicture(archive: Archive, name: string, density: number): ApkIcon | null {
  const content = contentOf(archive, name)
  const type = content && typeOf(content)
  if (!content || !type) return null
  // A copy: what it is a part of may be much larger.
  return {
    name,
    type,
    density: density >= densityless ? 0 : density || usual,
    content: new Uint8Array(content),
  }
}

function typeOf(content: Buffer): ApkIcon['type'] | null {
  const head = content.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'image/webp'
  return head.startsWith('\xff\xd8\xff') ? 'image/jpeg' : null
}

/** The pictures that an XML drawable is laid together of. */
function layersOf(archive: Archive, name: string): readonly Value[] {
  const content = contentOf(archive, name)
  if (!content) return []
  const elements = unlessBroken(() => readXml(content)) ?? []
  const inOrder = ['foreground', 'item', 'bitmap', 'background', 'monochrome']
  return inOrder.flatMap((layer) =>
    elements
      .filter(({ path }) => path.endsWith(`/${layer}`))
      .flatMap((element) => element.attributes.get(attributes.drawable) ?? []),
  )
}

function contentOf(archive: Archive, name: string): Buffer | null {
  const entry = archive.entries.get(name)
  return entry ? unlessBroken(() => readWhole(archive, entry, mostBytes)) : null
}

/** An icon is no reason to refuse a package. */
function unlessBroken<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof PackageFault) return null
    throw error
  }
}

function firstOf<T, R>(from: readonly T[], find: (one: T) => R | null): R | null {
  for (const one of from.slice(0, mostTries)) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
}
