import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalParams } from '@muster/contract/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  editedParams,
  heldParams,
  heldSet,
  keepParams,
  putBackAll,
  putBackParams,
  strayIn,
  tryParams,
} from './params.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-params-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface More {
  readonly name?: string
  readonly files?: Readonly<Record<string, string>>
  /** Files that are not in the archive, and stay as they are. */
  readonly kept?: readonly string[]
}

function archiveOf(host: string, { name = 'pay', files = {}, kept = [] }: More = {}) {
  const text = Buffer.from(canonicalParams({ host }))
  const hash = createHash('sha256').update(text).digest('hex')
  const base = { hash: '', gone: [], kept: [...kept] }
  return {
    manifest: { package: name, rev: 1, hash, encrypted: false, base, files: [] },
    values: { host },
    text,
    files: new Map(Object.entries(files).map(([file, said]) => [file, Buffer.from(said)])),
  }
}

/** Gives a package values that its program takes. */
function give(host: string, more: More = {}): string {
  const archive = archiveOf(host, more)
  tryParams(folder, archive, null)
  keepParams(folder, archive.manifest.package)
  return archive.manifest.hash
}

const hostIn = (place: string): string => readFileSync(join(folder, place, 'values.json'), 'utf8')

it('keeps a document below the folder of documents, and tells it by its code', () => {
  const hash = give('{}', { name: 'json:agent', files: { 'agent.json': '{}' } })
  expect(readFileSync(join(folder, 'json/agent/agent.json'), 'utf8')).toBe('{}')
  expect(heldParams(folder)).toEqual({ 'json:agent': hash })
  for (const name of ['json:', 'json:../x', 'json', '../x', 'a/b', 'x:y'])
    expect(strayIn(archiveOf('one', { name }))).toBe(name)
})

it('takes every name that a template may give, and none that leads elsewhere', () => {
  for (const name of ['my settings.json', '.env', 'conf/قيم.xml', 'a..b'])
    expect(strayIn(archiveOf('one', { files: { [name]: '' } }))).toBeUndefined()
  for (const name of ['..', '../x', 'a/../../x', '/etc/x', '.', 'a//b', 'a/', 'a\0b', 'a\\b']) {
    expect(strayIn(archiveOf('one', { files: { [name]: '' } }))).toBe(name)
    expect(strayIn(archiveOf('one', { kept: [name] }))).toBe(name)
  }
})

it('tells that it has nothing, and nothing where it keeps no values', () => {
  expect([heldParams(folder), heldParams(undefined)]).toEqual([{}, undefined])
})

it('tells what was before until new values are good, and has it again where they are not', () => {
  const before = give('one')
  const next = archiveOf('two')
  tryParams(folder, next, null)
  expect(hostIn('pay')).toContain('two')
  expect(heldParams(folder)).toEqual({ pay: before })
  expect(putBackParams(folder, 'pay')).toBe(true)
  expect(hostIn('pay')).toContain('one')
  expect(existsSync(join(folder, '.sets/pay', next.manifest.hash))).toBe(false)
  expect(heldParams(folder)).toEqual({ pay: before })
})

it('has what was before again when the power fails while new values are tried', () => {
  const before = give('one')
  tryParams(folder, archiveOf('two'), null)
  tryParams(folder, archiveOf('first', { name: 'json:agent' }), null)
  putBackAll(folder)
  expect(hostIn('pay')).toContain('one')
  expect(existsSync(join(folder, 'json/agent'))).toBe(false)
  expect(heldParams(folder)).toEqual({ pay: before })
  // What was good stays.
  give('three')
  putBackAll(folder)
  expect(hostIn('pay')).toContain('three')
})

it('tells which values somebody has changed since they were brought', () => {
  const hash = give('one')
  const edits = () => editedParams(folder, heldParams(folder))
  expect(edits()).toEqual({})
  const write = (values: Record<string, string>) =>
    writeFileSync(join(folder, 'pay/values.json'), canonicalParams(values))
  write({ host: 'by hand', more: 'x' })
  expect(edits()).toEqual({ pay: ['host', 'more'] })
  write({ host: 'one' })
  expect(heldParams(folder)).toEqual({ pay: hash })
  expect(edits()).toEqual({})
  writeFileSync(join(folder, 'pay/values.json'), 'no JSON')
  expect(edits()).toEqual({})
  expect(give('two')).not.toBe(hash)
  expect(edits()).toEqual({})
})

it('tells that somebody has exchanged a file that was made of its values, until it is as it was', () => {
  const hash = give('one', { files: { 'app.xml': 'a', 'files/CA/ca.pem': 'good' } })
  const tells = () => {
    const held = heldParams(folder)
    return { isBrought: held?.['pay'] === hash, edits: editedParams(folder, held) }
  }
  expect(tells()).toEqual({ isBrought: true, edits: {} })
  writeFileSync(join(folder, 'pay/files/CA/ca.pem'), 'evil')
  expect(tells()).toEqual({ isBrought: false, edits: { pay: ['CA'] } })
  writeFileSync(join(folder, 'pay/files/CA/ca.pem'), 'good')
  expect(tells()).toEqual({ isBrought: true, edits: {} })
  rmSync(join(folder, 'pay/app.xml'))
  // Of which parameters it was made nobody knows.
  expect(tells()).toEqual({ isBrought: false, edits: {} })
})

it('tells of an exchanged file by the name of its parameter, which its folder does not have', () => {
  give('one', { files: { 'files/_ca/ca.pem': 'good' } })
  const before = heldParams(folder)
  writeFileSync(join(folder, 'pay/values.json'), canonicalParams({ host: 'one', '.ca': 'a file' }))
  writeFileSync(join(folder, 'pay/files/_ca/ca.pem'), 'evil')
  expect(before).not.toEqual(heldParams(folder))
  expect(editedParams(folder, heldParams(folder))).toEqual({ pay: ['.ca'] })
})

it('lays a part over what it has, unless somebody has changed that', () => {
  const hash = give('one', { files: { 'a.json': 'a', 'sub/b.json': 'b' } })
  const held = heldSet(folder, 'pay')
  expect(held).toMatchObject({ hash, values: { host: 'one' } })
  tryParams(folder, archiveOf('two', { files: { 'a.json': 'A' }, kept: ['sub/b.json'] }), held)
  keepParams(folder, 'pay')
  expect(readFileSync(join(folder, 'pay/a.json'), 'utf8')).toBe('A')
  expect(readFileSync(join(folder, 'pay/sub/b.json'), 'utf8')).toBe('b')
  expect(tryParams(folder, archiveOf('three', { kept: ['c.json'] }), held)).toBeNull()
  writeFileSync(join(folder, 'pay/sub/b.json'), 'by hand')
  expect(heldSet(folder, 'pay')).toBeNull()
})
