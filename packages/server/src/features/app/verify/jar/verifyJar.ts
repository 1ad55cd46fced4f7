import { createHash } from 'node:crypto'
import { PackageFault } from '../fault.ts'
import type { Scheme } from '../report.ts'
import type { Certificate } from '../signature/certificate.ts'
import type { Archive } from '../zip/archive.ts'
import { readWhole } from '../zip/unpack.ts'
import { digestsOf, type JarDigest } from './jarDigests.ts'
import { readSections, type Section } from './jarManifest.ts'
import { verifyBlock } from './verifyBlock.ts'

const folder = 'META-INF/'
const manifestName = `${folder}MANIFEST.MF`
const mostBytes = 32 * 1024 ** 2
const mostBlockBytes = 256 * 1024
const mostSigners = 10

interface Wanted {
  readonly minSdk: number
  /** Newer schemes whose signatures are there and right. */
  readonly found: readonly Scheme[]
}

/** A signature by scheme 1, as far as it can be judged before the files are unpacked. */
export interface JarSignature {
  readonly signers: readonly Certificate[]
  /** What each file must digest to; those in META-INF are nobody's. */
  readonly digests: ReadonlyMap<string, readonly JarDigest[]>
}

/** Checks the chain from each signer's block over its signature file to the manifest. */
export function verifyJar(archive: Archive, wanted: Wanted): JarSignature {
  const { entries } = archive
  const manifestEntry = entries.get(manifestName)
  const blocks = [...entries.keys()].filter((name) => /^META-INF\/.*\.(RSA|DSA|EC)$/s.test(name))
  if (!manifestEntry || blocks.length === 0) throw missing(wanted)
  const manifest = readManifest(archive, readWhole(archive, manifestEntry, mostBytes))
  const signers = blocks.flatMap((name) => readSigner(archive, { name, manifest, wanted }) ?? [])
  if (signers.length === 0) throw missing(wanted)
  if (signers.length > mostSigners) throw new PackageFault('verify.v1.manifest')
  const signed = [...entries.values()].filter(
    ({ name }) => !name.startsWith(folder) && !name.endsWith('/'),
  )
  const digests = signed.map(({ name }) => {
    const section = manifest.sections.get(name)
    const found = section ? digestsOf(section, '-Digest', wanted.minSdk) : []
    if (found.length === 0) throw new PackageFault('verify.v1.entry', { name })
    return [name, found] as const
  })
  return {
    signers: signersOfAll(
      signers,
      signed.toSorted((a, b) => a.from - b.from).map(({ name }) => name),
    ),
    digests: new Map(digests),
  }
}

const missing = ({ minSdk, found }: Wanted) =>
  found.length === 0
    ? new PackageFault('verify.unsigned')
    : new PackageFault('verify.v1.missing', { minSdk })

interface Manifest {
  readonly bytes: Buffer
  readonly main: Section | undefined
  readonly sections: ReadonlyMap<string, Section>
}

function readManifest({ entries }: Archive, bytes: Buffer): Manifest {
  const [main, ...others] = readSections(bytes)
  const sections = new Map<string, Section>()
  for (const section of others) {
    const { name } = section
    if (name === null || sections.has(name)) throw new PackageFault('verify.v1.manifest')
    if (!entries.has(name)) throw new PackageFault('verify.v1.lost', { name })
    sections.set(name, section)
  }
  return { bytes, main, sections }
}

interface JarSigner {
  readonly certificate: Certificate
  readonly names: ReadonlySet<string>
}

interface Block {
  readonly name: string
  readonly manifest: Manifest
  readonly wanted: Wanted
}

/** A block without its signature file is no signature: `null`. */
function readSigner(archive: Archive, { name, manifest, wanted }: Block): JarSigner | null {
  const fileName = name.replace(/\.[^.]*$/, '.SF')
  const [block, file] = [archive.entries.get(name), archive.entries.get(fileName)]
  if (!block || !file) return null
  const bytes = readWhole(archive, file, mostBytes)
  const certificate = verifyBlock({
    name,
    block: readWhole(archive, block, mostBlockBytes),
    file: bytes,
    minSdk: wanted.minSdk,
  })
  const [main, ...sections] = readSections(bytes)
  const fault = new PackageFault('verify.v1.file', { name: fileName })
  if (!main || main.get('Signature-Version') === null) throw fault
  checkStripped(main, wanted)
  const names = new Set(sections.map((section) => section.name))
  if (names.size < sections.length || names.has(null)) throw fault
  if (!fits({ main, sections }, manifest, wanted.minSdk)) throw fault
  return { certificate, names: new Set([...names].filter((one) => one !== null)) }
}

const numbered: Readonly<Record<string, Scheme>> = { 2: 'V2', 3: 'V3' }

/** The signer says by which newer schemes he signed as well: they must not have been taken away. */
function checkStripped(main: Section, { found }: Wanted): void {
  for (const number of (main.get('X-Android-APK-Signed') ?? '').split(',')) {
    const missing = numbered[number.trim()]
    if (missing && !found.includes(missing))
      throw new PackageFault('verify.signature.stripped', { missing })
  }
}

interface SignatureFile {
  readonly main: Section
  readonly sections: readonly Section[]
}

/** Whether a signature file speaks of this manifest: as a whole, or of each section that it names. */
function fits({ main, sections }: SignatureFile, manifest: Manifest, minSdk: number): boolean {
  const isOld = main.get('Created-By')?.includes('signtool') ?? false
  const head = isOld ? [] : digestsOf(main, '-Digest-Manifest-Main-Attributes', minSdk)
  if (!head.every((digest) => isDigestOf(digest, manifest.main?.raw ?? Buffer.alloc(0))))
    return false
  const whole = digestsOf(main, isOld ? '-Digest' : '-Digest-Manifest', minSdk)
  if (whole.length > 0 && whole.every((digest) => isDigestOf(digest, manifest.bytes))) return true
  return sections.every((section) => {
    const own = manifest.sections.get(section.name ?? '')
    const digests = digestsOf(section, '-Digest', minSdk)
    const raw = own && isOld ? withoutLastBreak(own.raw) : own?.raw
    return raw && digests.length > 0 && digests.every((digest) => isDigestOf(digest, raw))
  })
}

/** An old tool did not count the empty line behind a section. */
const withoutLastBreak = (raw: Buffer) =>
  raw.toString('latin1').endsWith('\n\n') ? raw.subarray(0, -1) : raw

const isDigestOf = ({ hash, value }: JarDigest, bytes: Buffer) =>
  createHash(hash).update(bytes).digest().equals(value)

/** Every file must be signed by the same signers; those who did not sign all are not counted. */
function signersOfAll(
  signers: readonly JarSigner[],
  files: readonly string[],
): readonly Certificate[] {
  const signersOf = (name: string) => signers.filter(({ names }) => names.has(name))
  const first = files[0] === undefined ? signers : signersOf(files[0])
  for (const name of files) {
    const own = signersOf(name)
    if (own.length === 0) throw new PackageFault('verify.v1.entry', { name })
    if (own.length !== first.length || own.some((one, at) => one !== first[at]))
      throw new PackageFault('verify.v1.signers')
  }
  return first.map(({ certificate }) => certificate)
}
