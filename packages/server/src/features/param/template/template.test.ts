import { codes, emptyTemplate, paramTemplates, type TemplateContent } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApp } from '../../../../test/appEstate.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { addParams } from '../../../../test/paramEstate.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

let place: { orgId: string; appId: string }

lifecycleSpec(paramTemplates, {
  prepare: async (app) => {
    const appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.pay' })
    place = { orgId: app.rootId, appId }
  },
  make: (n) => ({ name: `Template ${n}`, code: `T-${n}`, ...place }),
  text: 'name',
  unique: 'code',
})

let app: TestApp
let admin: TestUser
let appId: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.pay' })
  const cell = { minLength: null, maxLength: null, minValue: null, maxValue: null, pattern: null }
  const column = (key: string) => ({
    key,
    title: key,
    dataType: 'STRING',
    required: false,
    patternMessage: null,
    items: [],
    ...cell,
  })
  await addParams(app, [
    { pid: 'net.host', dataType: 'HOST', title: 'Host', required: true },
    { pid: 'net.port', dataType: 'PORT', title: 'Port', defaultValue: '443' },
    { pid: 'TIP', dataType: 'BOOL', title: 'Tips' },
    { pid: 'KEY', title: 'Key', secret: true },
    { pid: 'AIDS', dataType: 'TABLE', title: 'AIDs', columns: [column('aid'), column('name')] },
  ])
})
afterAll(() => app.close())

const field = (pid: string, more: Partial<TemplateContent['fields'][number]> = {}) => ({
  pid,
  groupId: 'main',
  headerId: null,
  fileId: 'main',
  label: null,
  defaultValue: null,
  required: null,
  readOnly: null,
  hidden: false,
  columns: null,
  maxRows: null,
  ...more,
})
const contentOf = (...fields: TemplateContent['fields']): TemplateContent => ({
  ...emptyTemplate('Main'),
  fields,
})

const add = async (by = admin, orgId = app.rootId) => {
  const n = ++made
  return by.get(paramTemplates.add, { body: { name: `Pay ${n}`, code: `pay-${n}`, orgId, appId } })
}
const save = (id: string, version: number, content: TemplateContent) =>
  admin.get(paramTemplates.saveContent, { params: { id }, body: { version, content } })
const publish = (id: string, version: number) =>
  admin.get(paramTemplates.publish, { params: { id }, body: { version, note: null } })

/** A template with these parameters, published. */
async function published(...fields: TemplateContent['fields']) {
  const { id } = await add()
  const { version } = await save(id, 1, contentOf(...fields))
  return publish(id, version)
}

it('keeps a draft, publishes it as a revision, and tells when it has changed since', async () => {
  const host = field('net.host', { label: 'Server', defaultValue: 'pos.example' })
  const first = await published(host, field('net.port'))
  expect(first).toMatchObject({ state: 'PUBLISHED', rev: 1, isChanged: false, pidCount: 2 })
  expect(first.formats).toEqual(['JSON'])
  const { id } = first
  const next = contentOf({ ...host, defaultValue: 'new.example' }, field('net.port'))
  const { version } = await save(id, first.version, next)
  const row = await admin.get(paramTemplates.detail, { params: { id } })
  expect(row).toMatchObject({ isChanged: true, rev: 1 })
  const { changes, faults } = await admin.get(paramTemplates.check, { params: { id } })
  expect(faults).toEqual([])
  expect(changes).toEqual([
    {
      part: 'fields',
      key: 'net.host',
      title: 'Server',
      kind: 'changed',
      members: [{ member: 'defaultValue', before: 'pos.example', after: 'new.example' }],
    },
  ])
  await publish(id, version)
  const rows = await admin.get(paramTemplates.revisions, { params: { id } })
  expect(rows.map(({ rev }) => rev)).toEqual([2, 1])
  const again = await admin.call(paramTemplates.publish, {
    params: { id },
    body: { version: version + 1, note: null },
  })
  expect(again).toMatchObject({ code: codes.warning })
})

it('freezes what the dictionary says: a later change of it leaves a revision as it was', async () => {
  const { id } = await published(field('net.host'), field('TIP'))
  const read = () => admin.get(paramTemplates.revision, { params: { id, rev: 1 } })
  const before = await read()
  await sql`update param_dict set title = 'Gratuity' where pid = 'TIP'`.execute(app.platform.db)
  expect(await read()).toEqual(before)
  const draft = await admin.get(paramTemplates.revision, { params: { id, rev: 0 } })
  expect(draft.content.fields[1]?.label).toBe('Gratuity')
  await sql`update param_dict set title = 'Tips' where pid = 'TIP'`.execute(app.platform.db)
})

it('refuses to change or to take away what was published, whoever asks the database', async () => {
  const { id } = await published(field('net.host'))
  const { db } = app.platform
  const change = sql`update param_template_rev set note = 'x' where template_id = ${id}`.execute(db)
  await expect(change).rejects.toThrow('not changed')
  const removal = sql`delete from param_template_rev where template_id = ${id}`.execute(db)
  await expect(removal).rejects.toThrow('not removed')
  await admin.get(paramTemplates.remove, { params: { id } })
  await admin.get(paramTemplates.destroy, { params: { id } })
})

it('names all that keeps a draft from being published', async () => {
  await addParams(app, [{ pid: 'LOGO', dataType: 'IMAGE' }])
  const { id } = await add()
  const content: TemplateContent = {
    ...contentOf(
      field('net.host', { readOnly: true }),
      field('net.host'),
      field('NOBODY'),
      field('net.port', {
        defaultValue: '70000',
        groupId: 'gone',
        fileId: 'gone',
        headerId: 'gone',
      }),
      field('TIP', { maxRows: 5 }),
      // Files are held by assignments.
      field('LOGO', { defaultValue: `${'0'.repeat(64)}/7/a.png` }),
    ),
    headers: [{ id: 'h', groupId: 'gone', title: 'Lost', titles: {}, isOpen: true }],
    rules: [
      { expression: 'p.TIP &&', message: 'half' },
      { expression: 'p.ELSE == 1', message: 'unknown' },
      { expression: 'p["net.port"] > "1"', message: 'types' },
      { expression: '', message: 'missing' },
    ],
  }
  const { version } = await save(id, 1, content)
  const { faults } = await admin.get(paramTemplates.check, { params: { id } })
  expect(faults.map(({ at }) => `${at.part} ${at.index}`)).toEqual([
    'fields 1',
    'headers 0',
    'fields 0',
    'fields 2',
    'fields 3',
    'fields 3',
    'fields 3',
    'fields 3',
    'fields 4',
    'fields 5',
    'rules 0',
    'rules 1',
    'rules 2',
    'rules 3',
  ])
  expect(faults.find(({ at }) => at.part === 'rules')).toMatchObject({ from: 8 })
  const body = { version, note: null }
  const answer = await admin.call(paramTemplates.publish, { params: { id }, body })
  expect(answer).toMatchObject({ code: codes.warning })
  expect(answer.msg).toContain('14')
})

it('keeps files that are values apart from those that it writes, and asks for ten at most', async () => {
  const pids = Array.from({ length: 11 }, (_, n) => `FILE${n}`)
  await addParams(
    app,
    pids.map((pid) => ({ pid, dataType: 'FILE' })),
  )
  const { id } = await add()
  const draft = contentOf(...pids.map((pid) => field(pid)))
  const [first, ...others] = draft.files
  if (!first) throw new Error('no file is written')
  await save(id, 1, { ...draft, files: [{ ...first, path: 'Files/more' }, ...others] })
  const { faults } = await admin.get(paramTemplates.check, { params: { id } })
  expect(faults.map(({ at, message }) => [at.part, at.index, message])).toEqual([
    ['fields', null, 'A template asks for 10 files and images at most'],
    ['files', 0, 'The folder files is kept for files that are values'],
  ])
})

it('refuses an empty draft', async () => {
  const { id } = await add()
  const body = { version: 1, note: null }
  const { code } = await admin.call(paramTemplates.publish, { params: { id }, body })
  expect(code).toBe(codes.warning)
})

it('goes from published to deprecated and retired, where nothing more is changed', async () => {
  const { id } = await published(field('net.host'))
  const go = (state: 'PUBLISHED' | 'DEPRECATED' | 'RETIRED') =>
    admin.call(paramTemplates.setState, { params: { id, to: state } })
  expect((await go('RETIRED')).code).toBe(codes.wrongState)
  expect((await go('DEPRECATED')).data).toMatchObject({ state: 'DEPRECATED' })
  expect((await go('PUBLISHED')).data).toMatchObject({ state: 'PUBLISHED' })
  await go('DEPRECATED')
  expect((await go('RETIRED')).data).toMatchObject({ state: 'RETIRED' })
  const { version } = await admin.get(paramTemplates.detail, { params: { id } })
  const body = { version, content: contentOf(field('TIP')) }
  const late = await admin.call(paramTemplates.saveContent, { params: { id }, body })
  expect(late.code).toBe(codes.wrongState)
})

it('refuses the later of two who design it', async () => {
  const { id } = await add()
  await save(id, 1, contentOf(field('TIP')))
  const body = { version: 1, content: contentOf() }
  const late = await admin.call(paramTemplates.saveContent, { params: { id }, body })
  expect(late.code).toBe(codes.versionConflict)
})

it('copies what is designed, under another name', async () => {
  const { id } = await published(field('net.host'), field('TIP'))
  const body = { orgId: app.rootId, name: 'Copy', code: 'copy' }
  const copy = await admin.get(paramTemplates.copy, { params: { id }, body })
  expect(copy).toMatchObject({ state: 'DRAFT', rev: null, pidCount: 2, name: 'Copy' })
})

it('says what becomes of values that go to another revision', async () => {
  const first = await published(field('net.host'), field('net.port'), field('TIP'))
  const { id } = first
  await sql`update param_dict set data_type = 'STRING' where pid = 'net.port'`.execute(
    app.platform.db,
  )
  const { version } = await save(
    id,
    first.version,
    contentOf(
      field('net.port'),
      field('net.host'),
      field('AIDS'),
      field('KEY', { required: true }),
    ),
  )
  await publish(id, version)
  await sql`update param_dict set data_type = 'PORT' where pid = 'net.port'`.execute(
    app.platform.db,
  )
  const plan = await admin.get(paramTemplates.migrate, { params: { id }, body: { from: 1, to: 2 } })
  expect(plan).toEqual({
    kept: 1,
    added: [
      { pid: 'AIDS', label: 'AIDs', defaultValue: null, needsValue: false },
      { pid: 'KEY', label: 'Key', defaultValue: null, needsValue: true },
    ],
    removed: [{ pid: 'TIP', label: 'Tips' }],
    typeChanged: [{ pid: 'net.port', label: 'Port', before: 'PORT', after: 'STRING' }],
  })
  const diff = await admin.get(paramTemplates.diff, { params: { id, rev1: 1, rev2: 2 } })
  expect(diff.map(({ key, kind }) => `${kind} ${key}`)).toEqual([
    'removed TIP',
    'changed net.port',
    'added AIDS',
    'added KEY',
  ])
})

it('shows the files that values make, filled for a terminal, and what is wrong with them', async () => {
  const { id } = await add()
  const content: TemplateContent = {
    ...contentOf(field('net.host'), field('net.port'), field('TIP'), field('KEY')),
    rules: [{ expression: 'p["net.port"] != 80', message: 'Not in the clear' }],
  }
  await save(id, 1, content)
  const preview = (values: Record<string, string>) =>
    admin.get(paramTemplates.preview, { params: { id }, body: { values } })
  const good = await preview({ 'net.host': '${device.sn}.example', KEY: 'hidden' })
  expect(good.faults).toEqual([])
  expect(good.files[0]?.text).toBe(`{
  "net.host": "SN000001.example",
  "net.port": 443,
  "KEY": "******"
}
`)
  expect(await preview({ 'net.host': '${device.sn}.example', KEY: 'hidden' })).toEqual(good)
  const bad = await preview({ 'net.host': '${other}', 'net.port': '80', TIP: 'maybe' })
  expect(bad.faults.map(({ pid }) => pid)).toEqual(['net.host', 'TIP', null])
  expect(bad.faults.at(-1)?.message).toBe('Not in the clear')
})

it('comes back from its own export as it was', async () => {
  const { id } = await published(
    field('net.host', { label: 'Server', defaultValue: 'pos.example' }),
    field('AIDS', { maxRows: 3 }),
  )
  const { body } = await admin.file(paramTemplates.exportText, { params: { id }, query: {} })
  const read = await admin.get(paramTemplates.readText, {
    body: { id, source: 'MUSTER', text: body.toString() },
  })
  expect(read).toMatchObject({ changes: [], unknown: [], notes: [] })
})

it('leaves no text that was read and no value that was looked at in the action log', async () => {
  const { id } = await add()
  const text = JSON.stringify({ properties: { key: { type: 'string', default: 'canary-8841' } } })
  await admin.get(paramTemplates.readText, { body: { source: 'JSON_SCHEMA', text } })
  await save(id, 1, contentOf(field('KEY')))
  const values = { KEY: 'canary-8842' }
  await admin.get(paramTemplates.preview, { params: { id }, body: { values } })
  const { rows } =
    await sql`select from action_log one where one::text like '%canary-884%'`.execute(
      app.platform.db,
    )
  expect(rows).toEqual([])
})

it('takes parameters that were read into the dictionary, and publishes what names them', async () => {
  const text = JSON.stringify({
    properties: {
      fresh: { type: 'integer', minimum: 1, default: 5, title: 'Fresh' },
      TIP: { type: 'boolean' },
      list: { type: 'array', items: { properties: { aid: { type: 'string' } } } },
    },
  })
  const { id } = await add()
  const body = { id, source: 'JSON_SCHEMA', text } as const
  const read = await admin.get(paramTemplates.readText, { body })
  expect(read.unknown.map(({ pid }) => pid)).toEqual(['fresh', 'list'])
  const took = await admin.get(paramTemplates.addParams, { body: { params: read.unknown } })
  expect(took.count).toBe(2)
  expect(took.known.find(({ pid }) => pid === 'fresh')).toMatchObject({
    label: 'Fresh',
    dataType: 'INTEGER',
    minValue: 1,
    defaultValue: '5',
  })
  const again = await admin.get(paramTemplates.addParams, { body: { params: read.unknown } })
  expect(again.count).toBe(0)
  const { content } = await admin.get(paramTemplates.readText, { body })
  const { version } = await save(id, 1, content)
  expect(await publish(id, version)).toMatchObject({ rev: 1, pidCount: 3 })
  const bad = read.unknown.map((param) => ({
    ...param,
    defaultValue: 'x',
    dataType: 'PORT' as const,
  }))
  const refused = await admin.call(paramTemplates.addParams, { body: { params: bad } })
  expect(refused.code).toBe(codes.badRequest)
})

it('is of an organisation: who does not see that sees nothing of it', async () => {
  const rights = ['LIST', 'DETAIL', 'ADD', 'EDIT', 'PUBLISH'].map((act) => `PARAM_TEMPLATE_${act}`)
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Shop',
    code: 'shop',
    parentId: app.rootId,
  })
  const shop = await signedIn(app, { orgId, permissions: rights })
  const { id } = await published(field('net.host'))
  for (const answer of [
    await shop.call(paramTemplates.content, { params: { id } }),
    await shop.call(paramTemplates.revision, { params: { id, rev: 1 } }),
    await shop.call(paramTemplates.publish, { params: { id }, body: { version: 2, note: null } }),
    await shop.call(paramTemplates.preview, { params: { id }, body: { values: {} } }),
  ])
    expect(answer.code).toBe(codes.notFound)
  const own = await add(shop, orgId)
  expect((await shop.get(paramTemplates.page, { query: {} })).list.map((row) => row.id)).toEqual([
    own.id,
  ])
})

it('offers parameters by any part of their names', async () => {
  const { list, total } = await admin.get(paramTemplates.offered, { query: { keyword: 'net.' } })
  expect(list.map(({ pid }) => pid)).toEqual(['net.host', 'net.port'])
  expect(total).toBe(2)
})
