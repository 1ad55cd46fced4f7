import { PackageFault } from '../fault.ts'
import type { PackageLimits } from '../limits.ts'
import type { OpenFile } from '../openFile.ts'
import { safeName } from '../zip/safeName.ts'
import type { PackageFacts } from './packageReport.ts'
import { plainText } from './plainText.ts'

const headerBytes = 110
const mostDescription = 64 * 1024
const descriptionName = 'sw-description'
const marks = ['070701', '070702']

/** An update of SWUpdate: a cpio archive whose first file describes the others. */
export function readSwu(file: OpenFile, limits: PackageLimits): PackageFacts {
  let [description, at, count]: [Buffer | null, number, number] = [null, 0, 0]
  for (;;) {
    const header = file.read(at, headerBytes).toString('latin1')
    if (!marks.includes(header.slice(0, 6)) || !/^[\dA-Fa-f]+$/.test(header))
      throw new PackageFault('verify.linux.damaged')
    const [bytes, nameBytes] = [numberAt(header, 6), numberAt(header, 11)]
    if (nameBytes < 2 || nameBytes > 4096) throw new PackageFault('verify.linux.damaged')
    const name = safeName(file.read(at + headerBytes, nameBytes - 1))
    const from = aligned(at + headerBytes + nameBytes)
    if (name === 'TRAILER!!!') break
    if (++count > limits.entries)
      throw new PackageFault('verify.zip.tooManyEntries', { most: limits.entries })
    if (count === 1) {
      if (name !== descriptionName) throw new PackageFault('verify.linux.parts')
      if (bytes > mostDescription) throw new PackageFault('verify.linux.damaged')
      description = file.read(from, bytes)
    }
    at = aligned(from + bytes)
  }
  if (!description) throw new PackageFault('verify.linux.parts')
  return factsOf(plainText(description))
}

const aligned = (at: number) => Math.ceil(at / 4) * 4

/** The field of a number: eight hexadecimal digits each, behind the mark. */
const numberAt = (header: string, field: number) =>
  Number.parseInt(header.slice(6 + field * 8, 14 + field * 8), 16)

function factsOf(text: string): PackageFacts {
  const plain = text.replace(/\/\*[^]*?\*\//g, ' ').replace(/(^|\s)(#|\/\/)[^\n]*/g, '$1')
  const version = settingOf(plain, 'version')
  if (!version) throw new PackageFault('verify.linux.field', { name: 'version' })
  return {
    name: settingOf(plain, 'name') ?? settingOf(plain, 'description') ?? descriptionName,
    version,
    architecture: hardwareOf(plain),
    description: settingOf(plain, 'description') ?? '',
    depends: '',
  }
}

/** The first setting of a name: those of the whole come before those of its parts. */
const settingOf = (text: string, name: string): string | null =>
  new RegExp(String.raw`(?:^|[\s{,;])"?${name}"?\s*[=:]\s*"([^"\n]{1,200})"`).exec(text)?.[1] ??
  null

/** The revisions of the hardware that it is for. */
function hardwareOf(text: string): string {
  const list = /"?hardware-compatibility"?\s*[=:]\s*\[([^\]]*)\]/.exec(text)?.[1] ?? ''
  const found = [...list.matchAll(/"([^"]*)"/g)].map(([, one]) => one)
  return found.length === 0 ? 'all' : found.join(' ')
}
