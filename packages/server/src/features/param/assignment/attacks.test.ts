import { codes, effectiveParams, paramLog, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { addParamFile, addParamTemplate } from '../../../../test/testParams.ts'
import { countBringable } from '../delivery/wanted.queries.ts'
import { fill, readForm } from '../resolve/content.ts'
import { followParams } from '../resolve/follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let bank: string
let mall: string
let serial = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const add = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  bank = await add('bank')
  mall = await add('mall')
})
afterAll(() => app.close())

async function newDevice(orgId: string): Promise<string> {
  serial += 1
  const [id = ''] = await addDevices(app, estate, { orgId, prefix: `ATK${serial}X`, count: 1 })
  return id
}

type Fresh = Awaited<ReturnType<typeof addParamTemplate>>
type At = { readonly orgId?: string; readonly deviceId?: string }

async function assign(of: Fresh, at: At, who = admin) {
  const level = at.deviceId ? 'DEVICE' : 'ORG'
  const { appId, revId: templateRevId } = of
  return who.call(params.add, { body: { name: 'One', level, appId, templateRevId, ...at } })
}

async function type(
  id: string,
  values: Record<string, string>,
  secrets: Record<string, string> = {},
) {
  const { version } = await admin.get(params.detail, { params: { id } })
  return admin.get(params.draft, {
    params: { id },
    body: { version, values, secrets, keptSecrets: [] },
  })
}

async function activate(id: string) {
  const { version } = await admin.get(params.detail, { params: { id } })
  const { count } = await admin.get(params.impact, { params: { id } })
  return admin.call(params.activate, { params: { id }, body: { version, count } })
}

const follow = () => followParams(app.platform)
async function held(deviceId: string, { appId }: Fresh, who = admin, at?: string) {
  const query = at ? { at } : {}
  return (await who.get(effectiveParams.effective, { params: { deviceId, appId }, query })).held
}

it('a name that every object has is no variable, and keeps nobody else back', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  const [bad, good] = [await newDevice(bank), await newDevice(mall)]
  for (const [deviceId, host] of [
    [bad, '${constructor}'],
    [good, 'fine'],
  ] as const) {
    const { data } = await assign(of, { deviceId })
    await type(data.id, { host })
    await activate(data.id)
  }
  await follow()
  expect(await held(bad, of)).toMatchObject({ state: 'BLOCKED', unresolved: ['host'] })
  expect(await held(good, of)).toMatchObject({ state: 'PENDING', values: [{ value: 'fine' }] })
})

it('of a terminal that has moved its new owner decides, and is told nothing of before', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  const deviceId = await newDevice(bank)
  const own = (await assign(of, { deviceId })).data
  await type(own.id, { host: 'of the bank' })
  await activate(own.id)
  await follow()
  const before = new Date().toISOString()
  await sql`update device set org_id = ${mall} where id = ${deviceId}`.execute(app.platform.db)
  await follow()
  expect(await held(deviceId, of)).toBe(null)
  const rights = { permissions: ['PARAM_DETAIL'], dataScope: 'OWN_ORG_AND_BELOW' } as const
  const owner = await signedIn(app, { orgId: mall, ...rights })
  expect(await held(deviceId, of, owner, before)).toBe(null)
  expect(await held(deviceId, of, admin, before)).toMatchObject({
    values: [{ value: 'of the bank' }],
  })
  const next = await assign(of, { deviceId })
  expect(next.code).toBe(codes.success)
  await type(next.data.id, { host: 'of the mall' })
  await activate(next.data.id)
  await follow()
  expect(await held(deviceId, of)).toMatchObject({ values: [{ value: 'of the mall' }] })
})

it('what is destroyed is told to nobody else', async () => {
  const of = await addParamTemplate(app, { pids: ['host'], orgId: bank })
  const { id } = (await assign(of, { orgId: bank })).data
  await type(id, { host: 'of the bank alone' })
  await activate(id)
  const { version } = await admin.get(params.detail, { params: { id } })
  await admin.call(params.revoke, { params: { id }, body: { version } })
  await admin.get(params.remove, { params: { id } })
  await admin.get(params.destroy, { params: { id } })
  const rights = { permissions: ['PARAM_LOG_LIST'], dataScope: 'OWN_ORG_AND_BELOW' } as const
  const other = await signedIn(app, { orgId: mall, ...rights })
  const told = await other.get(paramLog.page, { query: {} })
  expect(JSON.stringify(told)).not.toContain('of the bank alone')
})

it('what is in force stays so while a second person is asked, and what was revoked stays revoked', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  const { db } = app.platform
  const place = (
    await addOrganization(app.platform, { name: 'many', code: 'many', parentId: bank })
  ).id
  const [deviceId = ''] = await addDevices(app, estate, { orgId: place, prefix: 'MANY', count: 2 })
  await sql`select fold_estate_changes()`.execute(db)
  const { id } = (await assign(of, { orgId: place })).data
  await type(id, { host: 'one' })
  await activate(id)
  await follow()
  const from = (count: string) =>
    sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${count})
      on conflict (key) do update set value = excluded.value`.execute(db)
  await from('2')
  try {
    await type(id, { host: 'two' })
    expect((await activate(id)).data).toMatchObject({ state: 'PENDING_APPROVAL', revision: 1 })
    await sql`insert into param_due (device_id) values (${deviceId})`.execute(db)
    await follow()
    expect(await held(deviceId, of)).toMatchObject({ values: [{ value: 'one' }] })
    expect((await admin.call(params.remove, { params: { id } })).code).toBe(codes.warning)
    const { version } = await admin.get(params.detail, { params: { id } })
    await from('0')
    await admin.call(params.revoke, { params: { id }, body: { version } })
    await from('2')
    await activate(id)
    await type(id, { host: 'three' })
    await follow()
    expect(await held(deviceId, of)).toBe(null)
  } finally {
    await from('0')
  }
})

it('a rule tells nothing of a secret that somebody else has set', async () => {
  const rules = [
    { expression: '!p.pin.startsWith("4")', message: 'It begins with 4', pids: ['pin'] },
  ]
  const of = await addParamTemplate(app, { pids: ['host'], secretPids: ['pin'], rules })
  const above = (await assign(of, { orgId: app.rootId })).data
  await type(above.id, {}, { pin: '5000' })
  await activate(above.id)
  const below = (await assign(of, { orgId: bank })).data
  for (const pin of ['5000', '4000']) {
    await sql`update param_value set value = ${pin}, sealed = null, sealed_for = null where owner_id = ${above.id}`.execute(
      app.platform.db,
    )
    await sql`update param_value set sealed = ${app.platform.secrets.seal(Buffer.from(pin), 'x')}, sealed_for = 'x', value = null
      where owner_id = ${above.id}`.execute(app.platform.db)
    expect((await admin.get(params.form, { params: { id: below.id } })).faults).toEqual([])
  }
})

it('a secret among the plain values is neither kept nor logged', async () => {
  const of = await addParamTemplate(app, { pids: ['host'], secretPids: ['pin'] })
  const { id, version } = (await assign(of, { orgId: bank })).data
  const body = { version, values: { pin: 'IN-CLEAR-77' }, secrets: {}, keptSecrets: [] }
  expect((await admin.call(params.draft, { params: { id }, body })).code).toBe(codes.badRequest)
  const { rows } =
    await sql`select from action_log one where one::text like '%IN-CLEAR-77%'`.execute(
      app.platform.db,
    )
  expect(rows).toEqual([])
})

it('what stands for a variable is no part of a table, and is judged as its field', async () => {
  const of = await addParamTemplate(app, { pids: ['short', 'table'] })
  const form = await readForm(app.platform, of.revId)
  const fields = new Map(form.fields)
  const table = fields.get('table')
  const column = { key: 'c', title: 'c', required: false, pattern: null, patternMessage: null }
  const open = { minLength: null, maxLength: null, minValue: null, maxValue: null, items: [] }
  if (table)
    fields.set('table', {
      ...table,
      dataType: 'TABLE',
      columns: [{ ...column, ...open, dataType: 'STRING' }],
    })
  const written = (pid: string, text: string) => ({
    pid,
    text,
    isSecret: false,
    isUnreadable: false,
    ownerId: 'x',
    fromRev: 1,
  })
  const name = 'a","x":"injected'
  const { values, unresolved } = fill(
    [written('table', '[{"c":"${v}"}]'), written('short', '${long}')],
    { v: name, long: 'x'.repeat(30) },
    { ...form, fields },
  )
  expect(JSON.parse(values['table'] ?? '')).toEqual([{ c: name }])
  expect(unresolved).toEqual(['short'])
})

it('values that break a rule only together with what others say are brought to nobody', async () => {
  const rules = [
    {
      expression: 'p.mode != "TLS" || p.port == "443"',
      message: 'TLS is at 443',
      pids: ['mode', 'port'],
    },
  ]
  const of = await addParamTemplate(app, {
    pids: ['mode', 'port'],
    defaults: { mode: 'PLAIN', port: '443' },
    rules,
  })
  const [own, named, plain] = [await newDevice(bank), await newDevice(bank), await newDevice(bank)]
  const stateOf = async (deviceId: string) => {
    const { rows } = await sql<{ state: string; unresolved: string[] }>`select state, unresolved
      from param_desired where device_id = ${deviceId} and app_id = ${of.appId} and until is null`.execute(
      app.platform.db,
    )
    return rows[0]
  }
  for (const [deviceId, port] of [
    [own, '80'],
    [named, '${device.sn}'],
  ] as const) {
    const { id } = (await assign(of, { deviceId })).data
    await type(id, { port })
    await activate(id)
  }
  const above = (await assign(of, { orgId: bank })).data
  await type(above.id, { mode: 'PLAIN' })
  await activate(above.id)
  await follow()
  for (const id of [own, named, plain])
    expect(await stateOf(id)).toEqual({ state: 'PENDING', unresolved: [] })

  await type(above.id, { mode: 'TLS' })
  await activate(above.id)
  await follow()
  const blocked = { state: 'BLOCKED', unresolved: ['mode', 'port'] }
  expect(await stateOf(own)).toEqual(blocked)
  expect(await stateOf(named)).toEqual(blocked)
  expect(await stateOf(plain)).toEqual({ state: 'PENDING', unresolved: [] })

  // So are sets that were kept before they were judged.
  await sql`update param_set set faults = '{}', is_judged = false where app_id = ${of.appId}`.execute(
    app.platform.db,
  )
  await sql`update param_desired set state = 'PENDING', unresolved = '{}' where device_id = ${own} and until is null`.execute(
    app.platform.db,
  )
  await sql`insert into param_due (device_id) values (${own})`.execute(app.platform.db)
  await follow()
  expect(await stateOf(own)).toEqual(blocked)
})

it('values without one that is required are brought to nobody', async () => {
  const of = await addParamTemplate(app, { pids: ['host', 'port'], required: ['host'] })
  const deviceId = await newDevice(bank)
  const above = (await assign(of, { orgId: bank })).data
  await type(above.id, { host: 'one' })
  await activate(above.id)
  const below = (await assign(of, { deviceId })).data
  await type(below.id, { port: '1' })
  await activate(below.id)
  const { version } = await admin.get(params.detail, { params: { id: above.id } })
  await admin.get(params.revoke, { params: { id: above.id }, body: { version } })
  await follow()
  const { rows } = await sql`select state, unresolved from param_desired
    where device_id = ${deviceId} and app_id = ${of.appId} and until is null`.execute(
    app.platform.db,
  )
  expect(rows).toEqual([{ state: 'BLOCKED', unresolved: ['host'] }])
})

it('who only knows the hash of a file gets it neither for his terminals nor for himself', async () => {
  const of = await addParamTemplate(app, { pids: ['host'], files: ['cert'] })
  const file = await addParamFile(app, { name: 'bank.pem', orgId: bank })
  const rights = {
    permissions: ['PARAM_ADD', 'PARAM_EDIT', 'PARAM_DETAIL', 'PARAM_LIST'],
    dataScope: 'OWN_ORG_AND_BELOW',
  } as const
  const thief = await signedIn(app, { orgId: mall, ...rights })
  const { id } = (await assign(of, { orgId: mall }, thief)).data
  const body = { version: 1, values: { cert: file }, secrets: {}, keptSecrets: [] }
  const refused = await thief.call(params.draft, { params: { id }, body })
  expect(refused).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'values.cert' }] },
  })
  // Nor by a variable, which is a text.
  const own = await newDevice(mall)
  await sql`insert into global_param (key, type, level, org_id, value) values ('stolen', 'TEXT', 'ORG', ${mall}, ${file})`.execute(
    app.platform.db,
  )
  await type(id, { cert: '${stolen}' })
  await activate(id)
  await follow()
  const { rows } = await sql<{
    setId: number
    state: string
    unresolved: string[]
  }>`select set_id, state, unresolved from param_desired
    where device_id = ${own} and app_id = ${of.appId}`.execute(app.platform.db)
  expect(rows).toMatchObject([{ state: 'BLOCKED', unresolved: ['cert'] }])
  const wanted = { deviceId: own, setId: rows[0]?.setId ?? 0 }
  const sums = [file.slice(0, 64)]
  expect(await countBringable(app.platform.db, wanted, sums)).toBe(0)
  // Of the bank it is brought to its own terminals, and shown to its own people.
  const theirs = (await assign(of, { orgId: bank })).data
  // What it may end in is what was uploaded: a script is no script by another name.
  const cert = file.replace(/bank\.pem$/, 'run.sh')
  const renamed = { version: 1, values: { cert }, secrets: {}, keptSecrets: [] }
  const odd = await admin.call(params.draft, { params: { id: theirs.id }, body: renamed })
  expect(odd.code).toBe(codes.badRequest)
  // What may be uploaded under that name may be named so.
  await type(theirs.id, { cert: file.replace(/bank\.pem$/, 'bank.crt') })
  await type(theirs.id, { cert: file })
  const seen = await thief.call(params.file, { params: { id: theirs.id, pid: 'cert' }, query: {} })
  expect(seen.code).toBe(codes.notFound)
  expect(await countBringable(app.platform.db, wanted, sums)).toBe(0)
})

it('a variable that is a file is taken where one is asked for, and nobody else is brought it', async () => {
  const of = await addParamTemplate(app, { pids: ['host'], files: ['cert'] })
  const file = await addParamFile(app, { name: 'station.pem', orgId: mall })
  const { id } = (await assign(of, { orgId: mall })).data
  const [own, other] = [await newDevice(mall), await newDevice(mall)]
  await sql`with held as (select id from upload where name = 'station.pem'),
      said as (insert into global_param (key, type, level, org_id, device_id, file_id)
        select 'cert.own', 'FILE', 'DEVICE', ${mall}, ${own}, id from held returning id, file_id)
    insert into file_reference (upload_id, used_by, used_id, name) select file_id, 'variable', id, 'cert.own' from said`.execute(
    app.platform.db,
  )
  await sql`insert into global_param (key, type, level, org_id, device_id, value)
    values ('cert.own', 'TEXT', 'DEVICE', ${mall}, ${other}, ${file})`.execute(app.platform.db)
  await type(id, { cert: '${cert.own}' })
  await activate(id)
  await follow()
  const desired = async (deviceId: string) => {
    const { rows } = await sql<{ setId: number; unresolved: string[] }>`select set_id, unresolved
      from param_desired where device_id = ${deviceId} and app_id = ${of.appId} and until is null`.execute(
      app.platform.db,
    )
    const setId = rows[0]?.setId ?? 0
    const sums = [file.slice(0, 64)]
    const count = await countBringable(app.platform.db, { deviceId, setId }, sums)
    return { unresolved: rows[0]?.unresolved, count }
  }
  expect(await desired(own)).toEqual({ unresolved: [], count: 1 })
  expect(await desired(other)).toEqual({ unresolved: ['cert'], count: 0 })
})

it('a text that reads like a file is a text, until a revision of the template makes a file of it', async () => {
  const of = await addParamTemplate(app, { pids: ['note'], long: ['note'], files: ['cert'] })
  const file = await addParamFile(app, { name: 'secret.pem', orgId: bank })
  const clerk = await signedIn(app, {
    orgId: mall,
    permissions: ['PARAM_ADD', 'PARAM_EDIT', 'PARAM_DETAIL', 'PARAM_LIST', 'PARAM_ACTIVATE'],
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  const { id } = (await assign(of, { orgId: mall }, clerk)).data
  const typed = { version: 1, values: { note: file }, secrets: {}, keptSecrets: [] }
  const saved = await clerk.call(params.draft, { params: { id }, body: typed })
  expect(saved.code).toBe(codes.success)
  const { rows } = await sql`select from file_reference where used_id = ${id}`.execute(
    app.platform.db,
  )
  expect(rows).toHaveLength(0)
  await sql`with made as (
      insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
      select template_id, 2, jsonb_set(content, '{fields,0,dataType}', '"FILE"'), '', '', pids, 1
      from param_template_rev where id = ${of.revId} returning id)
    update param_assignment set template_rev_id = made.id from made where param_assignment.id = ${id}`.execute(
    app.platform.db,
  )
  const { version, deviceCount } = await clerk.get(params.detail, { params: { id } })
  const body = { version, count: deviceCount }
  const refused = await clerk.call(params.activate, { params: { id }, body })
  expect(refused).toMatchObject({ data: { fields: [{ field: 'values.note' }] } })
})

it('many terminals are pushed to at once, of those that the caller sees all', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  const devices = [await newDevice(mall), await newDevice(mall), await newDevice(bank)]
  for (const orgId of [mall, bank]) {
    const { id } = (await assign(of, { orgId })).data
    await type(id, { host: 'one' })
    await activate(id)
  }
  await follow()
  const pusher = await signedIn(app, {
    orgId: mall,
    permissions: ['PARAM_PUSH'],
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  const push = (ids: readonly string[]) =>
    pusher.call(effectiveParams.bringMany, {
      body: { of: ids.map((deviceId) => ({ deviceId, appId: of.appId })) },
    })
  expect((await push(devices)).code).toBe(codes.notFound)
  const due = async () => {
    const { rows } = await sql<{ id: string }>`select device_id as id from param_desired
      where app_id = ${of.appId} and until is null and is_asked`.execute(app.platform.db)
    return new Set(rows.map(({ id }) => id))
  }
  expect(await due()).toEqual(new Set())
  expect(await push(devices.slice(0, 2))).toMatchObject({ data: { count: 2 } })
  expect(await due()).toEqual(new Set(devices.slice(0, 2)))
})

it('a file stays while a draft or a revision says it, and goes with what said it', async () => {
  const of = await addParamTemplate(app, { pids: ['host'], files: ['cert'] })
  const [first, second] = [
    await addParamFile(app, { name: 'first.pem' }),
    await addParamFile(app, { name: 'second.pem' }),
  ]
  const { id } = (await assign(of, { orgId: mall })).data
  const kept = async () =>
    (
      await sql<{ name: string }>`select upload.name from file_reference ref
        join upload on upload.id = ref.upload_id where ref.used_id = ${id} order by 1`.execute(
        app.platform.db,
      )
    ).rows.map(({ name }) => name)
  await type(id, { cert: first })
  await type(id, { cert: second })
  expect(await kept()).toEqual(['second.pem'])
  await activate(id)
  await type(id, {})
  expect(await kept()).toEqual(['second.pem'])
  const { version } = await admin.get(params.detail, { params: { id } })
  await admin.get(params.revoke, { params: { id }, body: { version } })
  await admin.get(params.remove, { params: { id } })
  expect(await kept()).toEqual(['second.pem'])
  await admin.get(params.destroy, { params: { id } })
  expect(await kept()).toEqual([])
})
