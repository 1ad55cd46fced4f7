import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { debianProgram } from '../../../../../test/debianProgram.ts'
import { usualLimits } from '../limits.ts'
import { judgeLinux } from './judgeLinux.ts'
import { judgePackage } from './judgePackage.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-package-'))
afterAll(() => rmSync(folder, { recursive: true }))

const control = `Package: till
Version: 2.4-1
Architecture: arm64
Depends: libc6 (>= 2.31),
 libssl3
Description: The till
 In several lines.
`
const manifest = JSON.stringify({ name: 'till', version: '2.4', architecture: 'armv7' })

/** A tar archive of these files, written by the system's own tar. */
function tarOf(files: Readonly<Record<string, string>>, ...how: readonly string[]): Buffer {
  const source = mkdtempSync(join(folder, 'tar-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, name)), { recursive: true })
    writeFileSync(join(source, name), text)
  }
  return execFileSync('tar', [...how, '-cf', '-', '-C', source, '.'], { maxBuffer: 32 * 1024 ** 2 })
}

/** An archive of Unix' oldest kind. */
function arOf(members: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(members).map(([name, bytes]) => {
    const size = String(bytes.length).padEnd(10)
    const head = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}100644  ${size}\`\n`
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\n'.repeat(bytes.length % 2))])
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}

const version = Buffer.from('2.0\n')
const data = tarOf({ 'usr/bin/till': 'program' })
const debOf = (pack: (bytes: Buffer) => Buffer, ending: string) =>
  arOf({
    'debian-binary': version,
    [`control.tar${ending}`]: pack(tarOf({ control, md5sums: '' })),
    [`data.tar${ending}`]: pack(data),
  })
const xzOf = (bytes: Buffer) => execFileSync(debianProgram('xz'), ['-c'], { input: bytes })

/** One file of a cpio archive in the form that SWUpdate reads. */
function cpioFile(name: string, text: string): Buffer {
  const fields = [1, 0o100644, 0, 0, 1, 0, text.length, 0, 0, 0, 0, name.length + 1, 0]
  const numbers = fields.map((field) => field.toString(16).padStart(8, '0')).join('')
  const padded = (some: string) => some.padEnd(Math.ceil(some.length / 4) * 4, '\0')
  return Buffer.from(padded(`070701${numbers}${name}\0`) + padded(text))
}

const description = `software =
{
  version = "2.4.0"; /* what is installed */
  name = "till";
  hardware-compatibility: [ "1.0", "1.2" ];
  images: ( { filename = "root.ext4"; version = "9"; } );
}`
const swuOf = (...files: readonly Buffer[]) => Buffer.concat([...files, cpioFile('TRAILER!!!', '')])

const keys = generateKeyPairSync('ed25519')
const key = { id: 'ours', pem: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() }

async function judged(fileName: string, bytes: Buffer, signature: Buffer | null = null) {
  const path = join(folder, 'package')
  writeFileSync(path, bytes)
  return judgeLinux({ path, fileName, signature, keys: [key] }, usualLimits)
}

describe('a package for Linux', () => {
  it.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes), '.gz'],
    ['xz', xzOf, '.xz'],
    ['zstd', (bytes: Buffer) => zstdCompressSync(bytes), '.zst'],
    ['nothing', (bytes: Buffer) => bytes, ''],
  ])('of Debian, packed with %s, says what it is', async (_, pack, ending) => {
    expect(await judged('till.deb', debOf(pack, ending))).toMatchObject({
      verdict: 'VERIFIED',
      kind: 'DEB',
      facts: {
        name: 'till',
        version: '2.4-1',
        architecture: 'arm64',
        description: 'The till',
        depends: 'libc6 (>= 2.31),\n libssl3',
      },
      signedBy: null,
    })
  })

  it('is read as the tool of Debian writes it', async () => {
    const source = mkdtempSync(join(folder, 'deb-'))
    mkdirSync(join(source, 'DEBIAN'))
    writeFileSync(join(source, 'DEBIAN/control'), `${control}Maintainer: Till <till@example.org>\n`)
    const path = join(folder, 'built.deb')
    execFileSync(debianProgram('dpkg-deb'), ['--root-owner-group', '-b', source, path])
    const found = await judged('built.deb', readFileSync(path))
    expect(found).toMatchObject({ verdict: 'VERIFIED', facts: { name: 'till', version: '2.4-1' } })
  })

  it('of OpenWrt says what it is in both forms', async () => {
    const parts = {
      'debian-binary': version,
      'control.tar.gz': gzipSync(tarOf({ control })),
      'data.tar.gz': gzipSync(data),
    }
    const source = mkdtempSync(join(folder, 'ipk-'))
    for (const [name, bytes] of Object.entries(parts)) writeFileSync(join(source, name), bytes)
    const packed = gzipSync(execFileSync('tar', ['-cf', '-', '-C', source, '.']))
    for (const bytes of [packed, arOf(parts)])
      expect(await judged('till.ipk', bytes)).toMatchObject({
        verdict: 'VERIFIED',
        kind: 'IPK',
        facts: { name: 'till', architecture: 'arm64' },
      })
  })

  it.each(['--format=gnu', '--format=pax', '--format=ustar'])(
    'in tar (%s) says in its manifest what it is',
    async (format) => {
      const long = `${'folder/'.repeat(12)}${'n'.repeat(90)}.txt`
      const bytes = tarOf({ 'muster.json': manifest, [long]: 'far away' }, format)
      for (const [name, packed] of [
        ['till.tar', bytes],
        ['till.tar.gz', gzipSync(bytes)],
        ['till.tar.zst', zstdCompressSync(bytes)],
        ['till.tar.xz', xzOf(bytes)],
      ] as const)
        expect(await judged(name, packed)).toMatchObject({
          verdict: 'VERIFIED',
          kind: 'TAR',
          facts: { name: 'till', version: '2.4', architecture: 'armv7' },
        })
    },
  )

  it('of SWUpdate says what it is', async () => {
    const bytes = swuOf(cpioFile('sw-description', description), cpioFile('root.ext4', 'image'))
    expect(await judged('till.swu', bytes)).toMatchObject({
      verdict: 'VERIFIED',
      kind: 'SWU',
      facts: { name: 'till', version: '2.4.0', architecture: '1.0 1.2' },
    })
  })

  it('is judged in a thread of its own', async () => {
    const path = join(folder, 'package')
    writeFileSync(path, tarOf({ 'muster.json': manifest }))
    const given = { path, fileName: 'till.tar', signature: null, keys: [] }
    expect(await judgePackage(given)).toMatchObject({
      verdict: 'VERIFIED',
      facts: { name: 'till' },
    })
    expect(await judgePackage(given, { limits: { milliseconds: 1 } })).toMatchObject({
      reason: { key: 'verify.tooLong' },
      kind: 'TAR',
    })
  })
})

describe('the signature of a package', () => {
  const bytes = tarOf({ 'muster.json': manifest })
  const hash = createHash('sha256').update(bytes).digest()
  const signature = sign(null, hash, keys.privateKey)

  it('names the key, as it is and in Base64', async () => {
    for (const one of [signature, Buffer.from(`${signature.toString('base64')}\n`)])
      expect(await judged('till.tar', bytes, one)).toMatchObject({
        verdict: 'VERIFIED',
        signedBy: 'ours',
        sha256: hash.toString('hex'),
      })
  })

  it('does not hold for a changed package, another key, or as something else', async () => {
    const other = generateKeyPairSync('ed25519').privateKey
    const changed = gzipSync(bytes)
    expect(await judged('a.tar.gz', changed, signature)).toMatchObject({
      reason: { key: 'verify.linux.signature' },
    })
    expect(await judged('a.tar', bytes, sign(null, hash, other))).toMatchObject({
      reason: { key: 'verify.linux.signature' },
    })
    expect(await judged('a.tar', bytes, Buffer.from('signed!'))).toMatchObject({
      reason: { key: 'verify.linux.signatureForm' },
    })
  })
})

/** An archive with a file of zeros, of which little is left when it is packed. */
const bomb = tarOf({ zeros: '\0'.repeat(16 * 1024 ** 2) })

/** What could not be kept as it is: no database text holds NUL or half a character. */
const saying = (version: string) =>
  tarOf({ 'muster.json': JSON.stringify({ name: 'a', version, architecture: 'all' }) })
const withZero = (tar: Buffer) =>
  Buffer.from(tar.toString('latin1').replace('2.4-1', '2.4\u00001'), 'latin1')
const zeroed = cpioFile('sw-description', description.replace('2.4.0', '2.4\u00000'))

describe('a package that breaks a rule', () => {
  const linked = () => {
    const source = mkdtempSync(join(folder, 'tar-'))
    writeFileSync(join(source, 'muster.json'), manifest)
    symlinkSync('muster.json', join(source, 'link'))
    return source
  }

  it.each([
    ['of an unknown kind', 'a.rpm', data, 'verify.linux.kind'],
    ['without a manifest', 'a.tar', data, 'verify.linux.manifest'],
    ['with a manifest of no JSON', 'a.tar', tarOf({ 'muster.json': '{' }), 'verify.linux.manifest'],
    ['without a version', 'a.tar', tarOf({ 'muster.json': '{"name":"a"}' }), 'verify.linux.field'],
    ['with NUL in its manifest', 'a.tar', saying('2\0'), 'verify.linux.field'],
    ['with half a character in its manifest', 'a.tar', saying('2\ud83d'), 'verify.linux.field'],
    ['with NUL in its control', 'a.deb', debOf(withZero, ''), 'verify.linux.damaged'],
    ['with NUL in its description', 'a.swu', swuOf(zeroed), 'verify.linux.damaged'],
    ['of half a gzip', 'a.tar.gz', gzipSync(data).subarray(0, 90), 'verify.linux.damaged'],
    ['of no tar', 'a.tar', Buffer.alloc(512, 'x'), 'verify.linux.damaged'],
    ['cut', 'a.tar', tarOf({ 'muster.json': manifest }).subarray(0, 1100), 'verify.zip.truncated'],
    ['without control', 'a.deb', arOf({ 'debian-binary': version }), 'verify.linux.parts'],
    ['of no ar', 'a.deb', data, 'verify.linux.damaged'],
    ['without a description', 'a.swu', swuOf(cpioFile('other', 'x')), 'verify.linux.parts'],
    ['without end', 'a.swu', cpioFile('sw-description', description), 'verify.zip.truncated'],
    ['of a bomb', 'a.tar.gz', gzipSync(bomb), 'verify.zip.totalTooLarge'],
  ])('%s is refused', async (_, name, bytes, key) => {
    expect(await judged(name, bytes)).toMatchObject({ verdict: 'REFUSED', reason: { key } })
  })

  it('with a name that leads out is refused', async () => {
    const source = linked()
    const bytes = execFileSync('tar', [
      '-P',
      '--transform=s,link,../../out,',
      '-cf',
      '-',
      '-C',
      source,
      'muster.json',
      'link',
    ])
    expect(await judged('a.tar', bytes)).toMatchObject({ reason: { key: 'verify.zip.name' } })
  })

  it('is told by a name that can be kept', async () => {
    const { reason } = await judged('a.tar', tarOf({ [`${'a'.repeat(99)}\u{1f600}\n`]: '' }))
    expect(reason).toEqual({ key: 'verify.zip.name', params: { name: `${'a'.repeat(99)}\ufffd` } })
  })

  it('with a device is refused, with a link it is not', async () => {
    const source = linked()
    const plain = execFileSync('tar', ['-cf', '-', '-C', source, '.'])
    expect(await judged('a.tar', plain)).toMatchObject({ verdict: 'VERIFIED' })
    execFileSync(debianProgram('mkfifo'), [join(source, 'pipe')])
    const bytes = execFileSync('tar', ['-cf', '-', '-C', source, '.'])
    expect(await judged('a.tar', bytes)).toMatchObject({
      reason: { key: 'verify.linux.special', params: { name: 'pipe' } },
    })
  })

  it('gets a report whatever its bytes are', async () => {
    const seeds = [
      ['a.deb', debOf((bytes) => gzipSync(bytes), '.gz')],
      ['a.deb', debOf(xzOf, '.xz')],
      ['a.tar', tarOf({ 'muster.json': manifest })],
      ['a.swu', swuOf(cpioFile('sw-description', description))],
    ] as const
    const change = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.nat(255),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(change),
        async ([name, seed], changes) => {
          const bytes = Buffer.from(seed)
          for (const [at, value] of changes) bytes[Math.floor(at * bytes.length)] = value
          expect(await judged(name, bytes)).toBeDefined()
        },
      ),
      { numRuns: 400 },
    )
  })
})
