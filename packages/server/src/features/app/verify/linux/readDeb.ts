import { PackageFault } from '../fault.ts'
import type { PackageLimits } from '../limits.ts'
import type { OpenFile } from '../openFile.ts'
import { plainText } from './plainText.ts'
import type { PackageFacts } from './packageReport.ts'
import { isAr, readAr } from './readAr.ts'
import { readTar } from './readTar.ts'
import { stretchOf, unpackStream } from './unpackStream.ts'

/** A Debian package, or one of OpenWrt's in that form. */
export async function readDeb(file: OpenFile, limits: PackageLimits): Promise<PackageFacts> {
  const [version, ...members] = readAr(file)
  const control = members.find(({ name }) => /^control\.tar(\.\w+)?$/.test(name))
  const data = members.find(({ name }) => /^data\.tar(\.\w+)?$/.test(name))
  if (version?.name !== 'debian-binary' || !control || !data)
    throw new PackageFault('verify.linux.parts')
  const found = await readTar(unpackStream({ file, ...control }, limits), ['control'], limits)
  await readTar(unpackStream({ file, ...data }, limits), [], limits)
  return factsOf(found.get('control'))
}

/** A package of OpenWrt: the same parts as a Debian one, most often in a packed tar archive. */
export async function readIpk(file: OpenFile, limits: PackageLimits): Promise<PackageFacts> {
  if (isAr(file)) return readDeb(file, limits)
  const whole = unpackStream({ file, from: 0, to: file.bytes }, limits)
  const parts = await readTar(whole, ['debian-binary', 'control.tar.gz'], limits)
  const control = parts.get('control.tar.gz')
  if (!control || !parts.has('debian-binary')) throw new PackageFault('verify.linux.parts')
  const found = await readTar(unpackStream(stretchOf(control), limits), ['control'], limits)
  return factsOf(found.get('control'))
}

const names = { name: 'Package', version: 'Version', architecture: 'Architecture' }

function factsOf(control: Buffer | undefined): PackageFacts {
  if (!control) throw new PackageFault('verify.linux.parts')
  const fields = fieldsOf(plainText(control))
  const required = (name: string) => {
    const value = fields.get(name.toLowerCase())
    if (!value) throw new PackageFault('verify.linux.field', { name })
    return value
  }
  return {
    name: required(names.name),
    version: required(names.version),
    architecture: required(names.architecture),
    description: fields.get('description')?.split('\n')[0] ?? '',
    depends: fields.get('depends') ?? '',
  }
}

/** `Name: value`; a line that begins with a space goes on with the one before it. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const whole = text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, '\n ')
    .split(/\n(?! )/)
  return new Map(
    whole.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*([^]*)$/.exec(line) ?? []
      return name && value !== undefined ? [[name.toLowerCase(), value.trim()] as const] : []
    }),
  )
}
