import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryUsage } from 'node:process'
import { codes, emptyTemplate, frozenTemplate, paramTemplates } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addApp } from '../../../../test/appEstate.ts'
import { addParams } from '../../../../test/paramEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { FormatFault } from './formatFault.ts'
import { installedFormats } from './installed.ts'
import { readableBytes } from './readable.ts'
import { pluginBytes } from './write.ts'

/** Modules as careless people write them. */
const modules = {
  THROWS: `throw new Error('no such tag')`,
  HANGS: `for (;;);`,
  TEXT: `return 'a text'`,
  RANDOM: `return Buffer.from(String(Math.random()))`,
  GREEDY: `const all = []; for (;;) all.push(new Array(100_000).fill({}))`,
  HUGE: `return new Uint8Array(5_000_000)`,
  LEAVES: `process.exit(1)`,
  STEP: `return Buffer.alloc(4 * 2 ** 30, 1)`,
  MANY: `const all = []; for (;;) all.push(Buffer.alloc(100_000, 1))`,
} as const
const example = new URL('../../../../../../docs/examples/tlv.mjs', import.meta.url)

let folder: string
let app: TestApp
let admin: TestUser
let appId: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-formats-'))
  await cp(example, join(folder, 'tlv.mjs'))
  for (const [name, body] of Object.entries(modules))
    await writeFile(
      join(folder, `${name.toLowerCase()}.mjs`),
      `export const name = '${name}', extension = 'bin', mediaType = 'application/octet-stream'
      export function write() { ${body} }`,
    )
  await writeFile(join(folder, 'unfinished.mjs'), 'export const name = ')
  await writeFile(
    join(folder, 'xml.mjs'),
    `export const name = 'XML', extension = 'xml', mediaType = 'text/xml'
    export const write = () => new Uint8Array()`,
  )
  await writeFile(
    join(folder, 'second.mjs'),
    `export const name = 'HUGE', extension = 'b', mediaType = 'a/b'
    export const write = () => new Uint8Array()`,
  )
  app = await startTestApp(undefined, { MUSTER_PARAM_FORMATS: folder })
  admin = await signedIn(app, { isSuperAdmin: true })
  appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.pay' })
  const column = {
    key: '9F06',
    title: 'AID',
    dataType: 'HEX',
    required: false,
    patternMessage: null,
    items: [],
    minLength: null,
    maxLength: null,
    minValue: null,
    maxValue: null,
    pattern: null,
  }
  await addParams(app, [
    { pid: '9F1A', dataType: 'HEX', title: 'Country', defaultValue: '0368' },
    { pid: '9F35', dataType: 'INTEGER', title: 'Kind', defaultValue: '22' },
    { pid: '9F16', dataType: 'STRING', title: 'Merchant', defaultValue: '${device.mid}' },
    { pid: 'DF01', dataType: 'TABLE', title: 'AIDs', columns: [column] },
    { pid: 'host', dataType: 'STRING', title: 'Host' },
  ])
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** A draft whose only file is in this format. */
async function draft(format: string, pids = ['9F1A', '9F35', '9F16', 'DF01'], defaults = {}) {
  const n = ++made
  const { id } = await admin.get(paramTemplates.add, {
    body: { name: `Cards ${n}`, code: `cards-${n}`, orgId: app.rootId, appId },
  })
  const none = { headerId: null, label: null, required: null, readOnly: null, columns: null }
  const fields = pids.map((pid) => ({
    ...none,
    pid,
    groupId: 'main',
    fileId: 'main',
    hidden: false,
    maxRows: null,
    defaultValue: new Map(Object.entries<string>(defaults)).get(pid) ?? null,
  }))
  const [file] = emptyTemplate('Main').files
  const files = file ? [{ ...file, fileName: 'emv.tlv', format }] : []
  const content = { ...emptyTemplate('Main'), fields, files }
  const { version } = await admin.get(paramTemplates.saveContent, {
    params: { id },
    body: { version: 1, content },
  })
  return { id, version }
}

const publish = ({ id, version }: { id: string; version: number }) =>
  admin.call(paramTemplates.publish, { params: { id }, body: { version, note: null } })

const store = () => app.platform

it('are offered; one that is broken is left out, and the log says why', async () => {
  const offered = await admin.get(paramTemplates.formats, {})
  // In the order of their files.
  expect(offered.map(({ name }) => name).join(' ')).toBe(
    'GREEDY HANGS HUGE LEAVES MANY RANDOM STEP TEXT THROWS TLV',
  )
  expect(offered.find(({ name }) => name === 'TLV')).toEqual({
    name: 'TLV',
    extension: 'tlv',
    mediaType: 'application/octet-stream',
  })
  const left = app.failures.filter((line) => line.includes('is left out'))
  expect(left.map((line) => (JSON.parse(line) as { file: string }).file)).toEqual([
    'second.mjs',
    'unfinished.mjs',
    'xml.mjs',
  ])
})

it('are what templates are found by', async () => {
  const { id } = await draft('TLV')
  const found = async (format: string) => {
    const { list } = await admin.get(paramTemplates.page, { query: { format, pageSize: 100 } })
    return list.some((row) => row.id === id)
  }
  expect([await found('TLV'), await found('TEXT')]).toEqual([true, false])
})

describe('a file that a plug-in writes', () => {
  const rows = JSON.stringify([{ '9F06': 'A0000000041010' }, { '9F06': 'A000000003' }])
  const bytes = Buffer.from(
    '9F1A0203689F3504000000169F160F303030303030303030303030303031' +
      'E00A9F0607A0000000041010E0089F0605A000000003',
    'hex',
  )

  it('is looked at as its bytes, published, and written by the same plug-in for ever', async () => {
    const made = await draft('TLV', undefined, { DF01: rows })
    const asked = { params: { id: made.id }, body: { values: {}, deviceId: null } }
    const preview = await admin.get(paramTemplates.preview, asked)
    expect(preview).toMatchObject({
      faults: [],
      files: [{ format: 'TLV', bytes: bytes.length, text: readableBytes(bytes) }],
    })
    expect(preview.files[0]?.text).toMatch(/^00000000 {2}9f 1a 02 03 68 /)
    expect((await publish(made)).data).toMatchObject({ rev: 1, formats: ['TLV'] })
    const revision = { params: { id: made.id, rev: 1 } }
    const { content } = await admin.get(paramTemplates.revision, revision)
    const installed = (await installedFormats(store())).get('TLV')
    expect(content.files).toMatchObject([{ format: 'TLV', plugin: installed?.sum }])

    // A node whose folder holds nothing writes the same bytes.
    const bare = { ...store(), env: { ...store().env, paramFormats: null } }
    const template = frozenTemplate().parse(content)
    const values = { '9F1A': '0368', '9F35': '22', '9F16': '000000000000001', DF01: rows }
    const written = await pluginBytes(bare, { template, values })
    expect(written.get('main')?.toString('hex')).toBe(bytes.toString('hex'))
    const [file] = template.files
    const unknown = { ...template, files: file ? [{ ...file, plugin: '0'.repeat(64) }] : [] }
    await expect(pluginBytes(bare, { template: unknown, values })).rejects.toThrow(FormatFault)
  })

  it('is exported and read again without the plug-in that a revision names', async () => {
    const made = await draft('TLV')
    await publish(made)
    const { content } = await admin.get(paramTemplates.revision, {
      params: { id: made.id, rev: 1 },
    })
    expect(content.files[0]?.plugin).toMatch(/^[0-9a-f]{64}$/)
    const copied = await admin.get(paramTemplates.copy, {
      params: { id: made.id },
      body: { orgId: app.rootId, name: `Copy ${made.id}`, code: `copy-${made.id.slice(-8)}` },
    })
    const draftOf = await admin.get(paramTemplates.content, { params: { id: copied.id } })
    expect(draftOf.content.files).toMatchObject([{ format: 'TLV' }])
  })
})

describe('a plug-in that', () => {
  it.each([
    ['THROWS', 'failed: no such tag'],
    ['HANGS', 'gave no answer in time'],
    ['TEXT', 'answered no bytes'],
    ['RANDOM', 'other bytes of the same values'],
    ['GREEDY', 'took too much memory'],
    ['HUGE', 'too large'],
    ['LEAVES', 'failed: exit 1'],
    ['STEP', 'took too much memory'],
    ['MANY', 'took too much memory'],
    ['NOBODY', 'no plug-in of the format NOBODY'],
  ])(
    '%s keeps a template from being published, with a sentence',
    { timeout: 40_000 },
    async (format, said) => {
      const made = await draft(format)
      const before = memoryUsage.rss()
      const refused = await publish(made)
      expect(memoryUsage.rss() - before).toBeLessThan(500_000_000)
      expect(refused).toMatchObject({
        code: codes.warning,
        msg: expect.stringContaining(said),
      })
      expect(refused.msg).toContain('emv.tlv')
      const { faults } = await admin.get(paramTemplates.check, { params: { id: made.id } })
      expect(faults).toMatchObject([{ at: { part: 'files', index: 0 } }])
    },
  )

  it('cannot write what a template holds says which parameter it is', async () => {
    const made = await draft('TLV', ['host'], { host: 'pos.example' })
    const refused = await publish(made)
    expect(refused.msg).toContain('host is no tag')
    const asked = { params: { id: made.id }, body: { values: {}, deviceId: null } }
    const { faults } = await admin.get(paramTemplates.preview, asked)
    expect(faults).toMatchObject([
      { pid: null, message: expect.stringContaining('host is no tag') },
    ])
  })
})

it('stops the start where the setting names no folder', async () => {
  const env = { ...app.platform.env, paramFormats: join(folder, 'nowhere') }
  await expect(installedFormats({ ...app.platform, env })).rejects.toThrow('MUSTER_PARAM_FORMATS')
})
