import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { asyncTasks, auditPack, codes, fileTasks, reports, vendors } from '@muster/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fromBufferPromise as openZip } from 'yauzl'
import * as z from 'zod/mini'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { jobs } from '../../index.ts'
import { sealActions } from '../../log/seal.ts'

let app: TestApp
let orgA: string
let auditor: TestUser

const permissions = [
  'LOG_VERIFY',
  'LOG_DETAIL',
  'LOG_EXPORT',
  'DEVICE_EXPORT',
  fileTasks.page.permission,
  fileTasks.download.permission,
  asyncTasks.detail.permission,
]

const vendor = (name: string) => ({
  name,
  code: name.toUpperCase(),
  contact: 'Ali',
  phone: '1',
  email: 'ali@acme.example',
  address: 'Street 1',
})

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  const { platform, rootId } = app
  const place = (code: string) => addOrganization(platform, { name: code, code, parentId: rootId })
  orgA = (await place('audit-a')).id
  const orgB = (await place('audit-b')).id
  const mine = await addDevices(app, estate, { orgId: orgA, prefix: 'MINE', count: 3 })
  await platform.pool.query(
    `insert into device_security (device_id, kind) values ($1, 'TAMPERED'), ($2, 'ROOTED'), ($2, 'KEY_MISSING')`,
    [mine[1], mine[2]],
  )
  await addDevices(app, estate, { orgId: orgB, prefix: 'THEIR', count: 4 })
  auditor = await signedIn(app, { orgId: orgA, permissions: [...permissions, 'VENDOR_ADD'] })
  const stranger = await signedIn(app, { orgId: orgB, permissions: ['VENDOR_ADD'] })
  // Each in a block of its own.
  await auditor.get(vendors.add, { body: vendor('Mine') })
  await sealAll()
  await stranger.get(vendors.add, { body: vendor('Theirs') })
  await sealAll()
  await auditor.get(vendors.add, { body: vendor('Also') })
  await sealAll()
})
afterAll(() => app.close())

/** Until no entry waits: what is under way elsewhere holds sealing up. */
const sealAll = () =>
  vi.waitFor(async () => {
    await sealActions(app.platform)
    const { rows } = await app.platform.pool.query(
      `select from action_log where xact >= (select max(to_xact) from action_seal)`,
    )
    expect(rows).toEqual([])
  })

const hourMs = 3_600_000
const span = () => ({
  from: new Date(Date.now() - hourMs).toISOString(),
  to: new Date(Date.now() + hourMs).toISOString(),
})

/** The parts of an archive by their names. */
async function partsOf(body: Buffer): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>()
  const zip = await openZip(body)
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return parts
}

async function packFor(user: TestUser) {
  const { fileId } = await user.get(auditPack.make, { body: span() })
  const fileOf = async () =>
    (await user.get(fileTasks.page, { query: {} })).list.find(({ id }) => id === fileId)
  await expect.poll(async () => (await fileOf())?.state).toBe('READY')
  expect((await fileOf())?.name).toMatch(/^auditor-pack-.*\.zip$/)
  const { body } = await user.file(fileTasks.download, { params: { id: fileId } })
  return partsOf(body)
}

/** What the program that lies in the pack says, run in a folder of its own. */
async function proved(parts: ReadonlyMap<string, string>, ...args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-pack-'))
  try {
    for (const [name, content] of parts) await writeFile(join(folder, name), content)
    return await new Promise<{ code: number; said: string }>((done) => {
      const program = join(folder, 'verifyPack.mjs')
      execFile(process.execPath, [program, ...args], (error, said) =>
        done({ code: error ? 1 : 0, said }),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const packedEntry = z.object({ hash: z.string(), content: z.string() })
const entryIn = (line: string) => packedEntry.parse(JSON.parse(line))
const packedBlock = z.object({ seq: z.int(), hashes: z.array(z.string()) })
const blockIn = (line: string) => packedBlock.parse(JSON.parse(line))

describe("the auditor's pack", () => {
  it('holds the terminals and the actions that its reader sees', async () => {
    const parts = await packFor(auditor)
    const rows: string[][] = parse(parts.get('terminals.csv') ?? '', { bom: true })
    expect(rows[0]?.slice(0, 3)).toEqual(['Serial number', 'Vendor', 'Model'])
    expect(rows.slice(1).map(([sn]) => sn)).toEqual(['MINE00000', 'MINE00001', 'MINE00002'])
    expect(rows[1]).toContain('Active')
    const told = (heading: string) =>
      rows.slice(1).map((row) => row[rows[0]?.indexOf(heading) ?? -1])
    expect(told('Tampered with')).toEqual(['No', 'Yes', 'No'])
    expect(told('Rooted')).toEqual(['No', 'No', 'Yes'])
    expect(told('Key missing')).toEqual(['No', 'No', 'Yes'])
    const actions = parts.get('actions.jsonl') ?? ''
    expect(actions).toContain('Mine')
    expect(actions).not.toContain('Theirs')
    // That the pack is made is in no block yet.
    expect(actions).not.toContain(auditPack.make.path)
    expect(parts.get('README.txt')).toContain('node verifyPack.mjs')
  })

  it('is proved without Muster, also beside an anchor', async () => {
    const parts = await packFor(auditor)
    const { seq, hash } = JSON.parse((parts.get('blocks.jsonl') ?? '').split('\n')[0] ?? '{}')
    expect(await proved(parts)).toMatchObject({ code: 0 })
    expect(await proved(parts, `${seq}:${hash}`)).toMatchObject({ code: 0 })
    expect(await proved(parts, `${seq}:00`)).toMatchObject({ code: 1 })
  })

  it('tells what was changed in it: an entry, an entry with its hash, a block', async () => {
    const parts = await packFor(auditor)
    const with_ = (name: string, change: (text: string) => string) =>
      proved(new Map([...parts, [name, change(parts.get(name) ?? '')]]))
    const entry = await with_('actions.jsonl', (text) => text.replace('Mine', 'Mind'))
    expect(entry).toMatchObject({ code: 1 })
    expect(entry.said).toMatch(/^entry [0-9a-f]{64}: changed$/m)
    const sealed = await with_('blocks.jsonl', (text) =>
      text.replace(/"hashes":\["./, '"hashes":["'),
    )
    expect(sealed).toMatchObject({ code: 1 })
    const block = await with_('blocks.jsonl', (text) =>
      text.replace(/"sealedAt":"2/, '"sealedAt":"1'),
    )
    expect(block.said).toMatch(/block \d+: changed/)
  })

  it('tells what was put in or taken out: an entry that hashes well, a block with its entries', async () => {
    const parts = await packFor(auditor)
    const linesOf = (name: string) => (parts.get(name) ?? '').trim().split('\n')
    const with_ = (name: string, lines: readonly string[]) =>
      proved(new Map([...parts, [name, lines.join('\n')]]))
    const actions = linesOf('actions.jsonl')
    const at = actions.findIndex((line) => line.includes('Mine'))
    const forged = entryIn(actions[at] ?? '').content.replace('Mine', 'Mind')
    const hash = createHash('sha256').update(forged).digest('hex')
    const other = await with_(
      'actions.jsonl',
      actions.with(at, JSON.stringify({ hash, content: forged })),
    )
    expect(other).toMatchObject({ code: 1 })
    expect(other.said).toContain(`entry ${hash}: no block holds it`)
    // What the auditor does not see is taken out of the middle.
    const blocks = linesOf('blocks.jsonl')
    const [, theirs = ''] = blocks
    const seen = new Set(actions.map((line) => entryIn(line).hash))
    expect(blockIn(theirs).hashes.filter((one) => seen.has(one))).toEqual([])
    const torn = await with_('blocks.jsonl', blocks.toSpliced(1, 1))
    expect(torn).toMatchObject({ code: 1 })
    expect(torn.said).toMatch(/block \d+: what lies between it and block \d+ is missing/)
  })

  it('begins with the first block of which no entry has served its time', async () => {
    const { pool } = app.platform
    const before = await packFor(auditor)
    const [first = ''] = (before.get('blocks.jsonl') ?? '').split('\n')
    await pool.query('grant all on action_seal to current_user')
    await pool.query('alter table action_seal disable trigger user')
    await pool.query(
      `update action_seal set first_at = first_at - interval '15 months' where seq = $1`,
      [blockIn(first).seq],
    )
    const parts = await packFor(auditor)
    const left = (parts.get('blocks.jsonl') ?? '').trim().split('\n')
    expect(left.map((line) => blockIn(line).seq)).not.toContain(blockIn(first).seq)
    expect(left.length).toBeGreaterThan(1)
    expect(parts.get('actions.jsonl')).not.toContain('Mine')
    expect(parts.get('actions.jsonl')).toContain('Also')
    expect(await proved(parts)).toMatchObject({ code: 0 })
  })

  it('is for whom may prove the log, read its entries and take both lists away', async () => {
    for (const lacking of ['LOG_VERIFY', 'LOG_DETAIL', 'LOG_EXPORT', 'DEVICE_EXPORT']) {
      const held = permissions.filter((one) => one !== lacking)
      const user = await signedIn(app, { orgId: orgA, permissions: held })
      expect(await user.call(auditPack.make, { body: span() })).toMatchObject({
        code: codes.forbidden,
      })
    }
    const to = new Date(Date.now() + 200 * 24 * hourMs).toISOString()
    const body = { ...span(), to }
    expect(await auditor.call(auditPack.make, { body })).toMatchObject({ code: 400 })
  })

  it('comes by mail for the time since the report before', async () => {
    const maker = await signedIn(app, { isSuperAdmin: true })
    await app.platform.pool.query(
      `update app_user set email = user_name || '@bank.example', time_zone = 'Asia/Baghdad'`,
    )
    const { id } = await maker.get(reports.add, {
      body: {
        name: 'Pack',
        path: auditPack.make.path,
        wish: {},
        rhythm: 'WEEKLY',
        timeZone: 'UTC',
        readerIds: [maker.userId, auditor.userId],
      },
    })
    expect((await maker.get(reports.page, { query: {} })).list[0]).toMatchObject({ format: 'zip' })
    await maker.get(reports.run, { params: { id } })
    const send = jobs.find(({ name }) => name === 'report.send')
    const states = async () => {
      await send?.work(app.platform)
      return (await maker.get(reports.runs, { params: { id } })).list.map(({ state }) => state)
    }
    await expect.poll(states).toEqual(['SENT', 'SENT'])
    const { list } = await auditor.get(fileTasks.page, { query: {} })
    const { body } = await auditor.file(fileTasks.download, { params: { id: list[0]?.id ?? '' } })
    const parts = await partsOf(body)
    expect(parts.get('README.txt')).toContain('(Asia/Baghdad)')
    expect(parts.get('verifyPack.mjs')).toBe(
      await readFile(new URL('verifyPack.mjs', import.meta.url), 'utf8'),
    )
    expect(parts.get('terminals.csv')?.trim().split('\n')).toHaveLength(4)
  })
})
