import { PackageFault } from '../fault.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
/** Enough to recognise it by. */
const mostShown = 100

/** The name of a file inside a package, which cannot lead out of the folder it is unpacked to. */
export function safeName(raw: Buffer): string {
  const name = decode(raw)
  const parts = name.replace(/\/$/, '').split('/')
  const isUnsafe =
    hasControl(name) ||
    name.includes('\\') ||
    /^[A-Za-z]:/.test(name) ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  if (isUnsafe) throw new PackageFault('verify.zip.name', { name: shown(name) })
  return name
}

function decode(raw: Buffer): string {
  try {
    return decoder.decode(raw)
  } catch {
    throw new PackageFault('verify.zip.name', { name: shown(raw.toString('latin1')) })
  }
}

const isControl = (character: string) => character < ' ' || character === '\u007f'
const hasControl = (name: string) => [...name].some(isControl)

/** A name that people are shown though nobody vouches for it. */
const shown = (name: string) =>
  Array.from(name.slice(0, mostShown), (one) => (isControl(one) ? '\ufffd' : one))
    .join('')
    // The last one may have been cut in two.
    .toWellFormed()
