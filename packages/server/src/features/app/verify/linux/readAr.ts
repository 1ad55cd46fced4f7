import { PackageFault } from '../fault.ts'
import type { OpenFile } from '../openFile.ts'

export interface Member {
  readonly name: string
  readonly from: number
  readonly to: number
}

const mark = '!<arch>\n'
const headerBytes = 60
const mostMembers = 32

export const isAr = (file: OpenFile) =>
  file.bytes >= mark.length && file.read(0, mark.length).toString('latin1') === mark

/** The members of an archive of Unix' oldest kind, as Debian packages are. */
export function readAr(file: OpenFile): readonly Member[] {
  const members: Member[] = []
  for (let at = mark.length; at < file.bytes; ) {
    const header = file.read(at, headerBytes).toString('latin1')
    const size = header.slice(48, 58).trim()
    const isSound = header.endsWith('`\n') && /^\d+$/.test(size) && members.length < mostMembers
    if (!isSound) throw new PackageFault('verify.linux.damaged')
    const [from, to] = [at + headerBytes, at + headerBytes + Number(size)]
    if (to > file.bytes) throw new PackageFault('verify.zip.truncated')
    const name = header.slice(0, 16).trim().replace(/\/$/, '')
    if (name.includes('\0')) throw new PackageFault('verify.linux.damaged')
    if (members.some((member) => member.name === name))
      throw new PackageFault('verify.zip.duplicate', { name })
    members.push({ name, from, to })
    at = to + (to % 2)
  }
  return members
}
