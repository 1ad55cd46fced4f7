import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { canonicalParams, frozenTemplate, writeParamFile } from '@muster/contract'
import { readArchive } from '@muster/simulator'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { plainField } from '../../../../test/testParams.ts'
import { hashOf } from '../resolve/sets.queries.ts'
import { archiveOf, filesOf, partOver } from './archive.ts'

const template = frozenTemplate().parse({
  files: [
    { id: 'main', fileName: 'pay.xml', path: 'conf', format: 'XML', encoding: 'UTF-8' },
    { id: 'other', fileName: 'other.ini', path: '', format: 'INI', encoding: 'UTF-16LE' },
  ],
  groups: [{ id: 'main', title: 'Main', titles: {} }],
  headers: [],
  fields: [plainField('host'), { ...plainField('pin'), secret: true }],
  rules: [],
})

const secret = randomBytes(32)

const picture = Buffer.from('the bytes of a picture')
const sha256 = createHash('sha256').update(picture).digest()
const logo = writeParamFile({
  sha256: sha256.toString('hex'),
  size: picture.length,
  name: 'a b.png',
})
const read = async (sum: Buffer) => {
  if (!sum.equals(sha256)) throw new Error('no such file')
  return picture
}

async function archive(values: Record<string, string>, made = template) {
  const hash = hashOf(values).toString('hex')
  const told = archiveOf({
    package: 'com.pay',
    revision: 3,
    hash,
    files: filesOf(made, values),
    values,
    isSecret: 'pin' in values,
    secret,
    read,
  })
  const bytes = await buffer(told.archive)
  // Terminals are told before the first byte.
  expect(told.size).toBe(bytes.length)
  return bytes
}

it('is the same bytes for the same values, in whatever order they were found', async () => {
  const one = await archive({ host: 'a', pin: '1234' })
  const other = await archive({ pin: '1234', host: 'a' })
  expect(one.equals(other)).toBe(true)
  expect(one.equals(await archive({ host: 'a', pin: '1235' }))).toBe(false)
})

it('is read by its terminal, and its secrets by nobody else', async () => {
  const values = { host: 'one.example.com', pin: 'sesame-open' }
  const bytes = await archive(values)
  expect(bytes.includes('sesame-open')).toBe(false)
  expect(bytes.includes('one.example.com')).toBe(false)
  const read = await readArchive(bytes, secret.toString('base64url'))
  expect(read.values).toEqual(values)
  expect(read.manifest).toMatchObject({ package: 'com.pay', rev: 3, encrypted: true })
  expect([...read.files.keys()]).toEqual(['conf/pay.xml', 'other.ini'])
  expect(String(read.files.get('conf/pay.xml'))).toContain('sesame-open')
  await expect(readArchive(bytes, randomBytes(32).toString('base64url'))).rejects.toThrow(
    /unable to authenticate/,
  )
})

it('is not encrypted where nothing in it is secret', async () => {
  const bytes = await archive({ host: 'plain.example.com' })
  const read = await readArchive(bytes, secret.toString('base64url'))
  expect(read.manifest.encrypted).toBe(false)
  expect(bytes.includes('plain.example.com')).toBe(true)
})

describe('a file that is a value', () => {
  const withLogo = frozenTemplate().parse({
    ...template,
    fields: [...template.fields, { ...plainField('logo'), dataType: 'IMAGE' }],
  })
  const place = 'files/logo/a_b.png'
  const opened = (bytes: Buffer) => readArchive(bytes, secret.toString('base64url'))

  it('comes beside, where the written file says it is, and is the same bytes each time', async () => {
    const values = { host: 'a', logo }
    const bytes = await archive(values, withLogo)
    expect(bytes.equals(await archive(values, withLogo))).toBe(true)
    const { files, manifest } = await opened(bytes)
    expect(files.get(place)).toEqual(picture)
    expect(String(files.get('conf/pay.xml'))).toContain(place)
    expect(manifest.files.at(-1)).toMatchObject({ name: place, encoding: 'BINARY' })
  })

  it('is encrypted where something beside it is secret', async () => {
    const bytes = await archive({ pin: '1', logo }, withLogo)
    expect(bytes.includes(picture)).toBe(false)
    expect((await opened(bytes)).files.get(place)).toEqual(picture)
  })

  it('ends the archive before its time where its bytes cannot be read', async () => {
    const lost = writeParamFile({ sha256: '0'.repeat(64), size: 1, name: 'a.png' })
    await expect(archive({ logo: lost }, withLogo)).rejects.toThrow('no such file')
  })

  it('is not brought again where it is there already', () => {
    const made = (values: Record<string, string>) => ({ values, files: filesOf(withLogo, values) })
    const part = partOver(made({ host: 'b', logo }), made({ host: 'a', logo }), '')
    expect(part.base.kept).toEqual(['other.ini', place])
  })
})

describe('what differs from what a terminal has', () => {
  const twoFiles = frozenTemplate().parse({
    ...template,
    fields: [plainField('host'), { ...plainField('port'), fileId: 'other' }],
  })
  const madeOf = (values: Record<string, string>) => ({
    files: filesOf(twoFiles, values),
    values,
    isSecret: false,
  })
  const part = (before: Record<string, string>, after: Record<string, string>) =>
    buffer(
      archiveOf({
        ...partOver(madeOf(after), madeOf(before), hashOf(before).toString('hex')),
        package: 'com.pay',
        revision: 4,
        hash: hashOf(after).toString('hex'),
        secret,
        read,
      }).archive,
    )
  const laidOver = (bytes: Buffer, held: Record<string, string> | null) =>
    readArchive(bytes, secret.toString('base64url'), held)

  it('is laid over that, and proved by the hash of all', async () => {
    const before = { host: 'stays', port: '80', old: 'x' }
    const after = { host: 'stays', port: '443', added: 'y' }
    const bytes = await part(before, after)
    // What is the same is not sent again.
    expect(bytes.includes('stays')).toBe(false)
    const { values, manifest, files, text } = await laidOver(bytes, before)
    expect(values).toEqual(after)
    expect(String(text)).toBe(canonicalParams(after))
    expect(manifest.base).toEqual({
      hash: hashOf(before).toString('hex'),
      gone: ['old'],
      kept: ['conf/pay.xml'],
    })
    expect([...files.keys()]).toEqual(['other.ini'])
  })

  it('is refused by whoever has something else, who asks for the whole', async () => {
    const bytes = await part({ host: 'a', port: '80' }, { host: 'a', port: '443' })
    await expect(laidOver(bytes, { host: 'b', port: '80' })).rejects.toThrow(
      'not those of the hash',
    )
    await expect(laidOver(bytes, null)).rejects.toThrow('not those of the hash')
  })
})

it('is refused when a byte of it is another, be it of the manifest or of what is sealed', async () => {
  const readChanged = async (entry: number) => {
    const bytes = await archive({ host: 'x', pin: 'y' })
    const at = startOf(bytes, entry)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return readArchive(bytes, secret.toString('base64url'))
  }
  await expect(readChanged(1)).rejects.toThrow('JSON')
  await expect(readChanged(2)).rejects.toThrow('unable to authenticate')
})

/** Where the bytes of an entry begin, the first being 1. */
function startOf(bytes: Buffer, entry: number): number {
  let header = -1
  for (let nth = 0; nth < entry; nth += 1) header = bytes.indexOf('PK\u0003\u0004', header + 1)
  return header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
}

describe('an archive that would take the memory of its terminal', () => {
  const zipOf = async (count: number) => {
    const zip = new ZipFile()
    for (let n = 0; n < count; n++) zip.addBuffer(Buffer.from('{}'), `file-${n}`)
    zip.end()
    return buffer(zip.outputStream)
  }
  const opened = (bytes: Buffer) => readArchive(bytes, secret.toString('base64url'))

  it('is not opened, whatever its manifest says', async () => {
    const bytes = await zipOf(2)
    // What its list of files says of the first one unpacked.
    bytes.writeUInt32LE(200 * 1024 * 1024, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    await expect(opened(bytes)).rejects.toThrow('the archive has more than 134217728 bytes')
    await expect(opened(await zipOf(65))).rejects.toThrow('the archive has 65 files')
  })
})
