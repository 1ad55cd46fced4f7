import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flips, type Variant } from './flips.ts'
import { crossed, mixed, tricks } from './tricks.ts'

const folder = join(import.meta.dirname, 'bases')

/** The packages that were built and signed with Android's own tools. */
export const bases = (): readonly Variant[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.apk$/, ''),
      bytes: readFileSync(join(folder, file)),
    }))

/** These stand for the others where a trick has nothing to do with keys. */
const tricked = ['v1', 'v1-jarsigner', 'v1-v2', 'v1-v2-v3', 'v1-v2-v3-rotated', 'v2', 'v3-rotated']
const turned = [...tricked, 'v1-ec', 'v1-v2-two', 'v2-v3-ec', 'v2-v3-verity', 'v3-rotated-twice']

/** Every package that our verdict is compared on, always the same ones. */
export function variants(): readonly Variant[] {
  const all = bases()
  const bytesOf = (name: string) => all.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0)
  return [
    ...all,
    ...all.filter(({ name }) => turned.includes(name)).flatMap(flips),
    ...all.filter(({ name }) => tricked.includes(name)).flatMap(tricks),
    crossed('crossed.other-block', bytesOf('v1-v2-v3'), bytesOf('v1-v2-v3-other')),
    crossed('crossed.block-on-unsigned', bytesOf('unsigned'), bytesOf('v2')),
    crossed('crossed.block-on-jar', bytesOf('v1'), bytesOf('v1-v2-v3')),
    mixed('mixed.other-three', bytesOf('v1-v2-v3'), bytesOf('v1-v2-v3-other')),
    mixed('mixed.rotated-three', bytesOf('v1-v2-v3'), bytesOf('v1-v2-v3-rotated')),
    mixed('mixed.plain-three', bytesOf('v1-v2-v3-rotated'), bytesOf('v1-v2-v3')),
  ]
}
