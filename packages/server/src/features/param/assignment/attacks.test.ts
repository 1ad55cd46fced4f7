import { codes, paramLog, params, paramTemplates } from '@muster/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { addOrganization, signedIn } from '../../../../test/testApp.ts'
import { addDevices } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { fill, readForm } from '../resolve/content.ts'

const bench = new ParamBench()

it('a name that every object has is no variable, and keeps nobody else back', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'] })
  const [bad, good] = [await bench.newDevice(bench.bank), await bench.newDevice(bench.mall)]
  for (const [deviceId, host] of [
    [bad, '${constructor}'],
    [good, 'fine'],
  ] as const) {
    const { data } = await bench.assign(of, { deviceId })
    await bench.type(data.id, { host })
    await bench.activate(data.id)
  }
  await bench.follow()
  expect(await bench.held(bad, of)).toMatchObject({ state: 'BLOCKED', unresolved: ['host'] })
  expect(await bench.held(good, of)).toMatchObject({
    state: 'PENDING',
    values: [{ value: 'fine' }],
  })
})

it('of a terminal that has moved its new owner decides, and is told nothing of before', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'] })
  const deviceId = await bench.newDevice(bench.bank)
  const own = (await bench.assign(of, { deviceId })).data
  await bench.type(own.id, { host: 'of the bank' })
  await bench.activate(own.id)
  await bench.follow()
  const before = new Date().toISOString()
  await sql`update device set org_id = ${bench.mall} where id = ${deviceId}`.execute(
    bench.app.platform.db,
  )
  await bench.follow()
  expect(await bench.held(deviceId, of)).toBe(null)
  const rights = { permissions: ['PARAM_DETAIL'], dataScope: 'OWN_ORG_AND_BELOW' } as const
  const owner = await signedIn(bench.app, { orgId: bench.mall, ...rights })
  expect(await bench.held(deviceId, of, owner, before)).toBe(null)
  expect(await bench.held(deviceId, of, bench.admin, before)).toMatchObject({
    values: [{ value: 'of the bank' }],
  })
  const next = await bench.assign(of, { deviceId })
  expect(next.code).toBe(codes.success)
  await bench.type(next.data.id, { host: 'of the mall' })
  await bench.activate(next.data.id)
  await bench.follow()
  expect(await bench.held(deviceId, of)).toMatchObject({ values: [{ value: 'of the mall' }] })
})

it('what is destroyed is told to nobody else', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'], orgId: bench.bank })
  const { id } = (await bench.assign(of, { orgId: bench.bank })).data
  await bench.type(id, { host: 'of the bench.bank alone' })
  await bench.activate(id)
  const { version } = await bench.admin.get(params.detail, { params: { id } })
  await bench.admin.call(params.revoke, { params: { id }, body: { version } })
  await bench.admin.get(params.remove, { params: { id } })
  await bench.admin.get(params.destroy, { params: { id } })
  const rights = { permissions: ['PARAM_LOG_LIST'], dataScope: 'OWN_ORG_AND_BELOW' } as const
  const other = await signedIn(bench.app, { orgId: bench.mall, ...rights })
  const told = await other.get(paramLog.page, { query: {} })
  expect(JSON.stringify(told)).not.toContain('of the bench.bank alone')
})

it('what is in force stays so while a second person is asked, and what was revoked stays revoked', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'] })
  const { db } = bench.app.platform
  const place = (
    await addOrganization(bench.app.platform, { name: 'many', code: 'many', parentId: bench.bank })
  ).id
  const [deviceId = ''] = await addDevices(bench.app, bench.estate, {
    orgId: place,
    prefix: 'MANY',
    count: 2,
  })
  await sql`select fold_estate_changes()`.execute(db)
  const { id } = (await bench.assign(of, { orgId: place })).data
  await bench.type(id, { host: 'one' })
  await bench.activate(id)
  await bench.follow()
  const from = (count: string) =>
    sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${count})
      on conflict (key) do update set value = excluded.value`.execute(db)
  await from('2')
  try {
    await bench.type(id, { host: 'two' })
    expect((await bench.activate(id)).data).toMatchObject({
      state: 'PENDING_APPROVAL',
      revision: 1,
    })
    await sql`insert into param_due (device_id) values (${deviceId})`.execute(db)
    await bench.follow()
    expect(await bench.held(deviceId, of)).toMatchObject({ values: [{ value: 'one' }] })
    expect((await bench.admin.call(params.remove, { params: { id } })).code).toBe(codes.warning)
    const { version } = await bench.admin.get(params.detail, { params: { id } })
    await from('0')
    await bench.admin.call(params.revoke, { params: { id }, body: { version } })
    await from('2')
    await bench.activate(id)
    await bench.type(id, { host: 'three' })
    await bench.follow()
    expect(await bench.held(deviceId, of)).toBe(null)
  } finally {
    await from('0')
  }
})

it('a rule tells nothing of a secret that somebody else has set', async () => {
  const rules = [
    { expression: '!p.pin.startsWith("4")', message: 'It begins with 4', pids: ['pin'] },
  ]
  const of = await addParamTemplate(bench.app, { pids: ['host'], secretPids: ['pin'], rules })
  const above = (await bench.assign(of, { orgId: bench.app.rootId })).data
  await bench.type(above.id, {}, { pin: '5000' })
  await bench.activate(above.id)
  const below = (await bench.assign(of, { orgId: bench.bank })).data
  for (const pin of ['5000', '4000']) {
    await sql`update param_value set value = ${pin}, sealed = null, sealed_for = null where owner_id = ${above.id}`.execute(
      bench.app.platform.db,
    )
    await sql`update param_value set sealed = ${bench.app.platform.secrets.seal(Buffer.from(pin), 'x')}, sealed_for = 'x', value = null
      where owner_id = ${above.id}`.execute(bench.app.platform.db)
    expect((await bench.admin.get(params.form, { params: { id: below.id } })).faults).toEqual([])
  }
})

it('another revision of a template asks nothing of a secret that is kept', async () => {
  const { db } = bench.app.platform
  const of = await addParamTemplate(bench.app, { pids: ['host'], secretPids: ['pin'] })
  const { id } = (await bench.assign(of, { orgId: bench.bank })).data
  await bench.type(id, {}, { pin: '4711' })
  const { rows } = await sql<{ templateId: string }>`insert into param_template_rev
      (template_id, rev, content, sha256, draft_sha256, pids, file_count)
    select template_id, 2, jsonb_set(jsonb_set(content, '{rules}', ${JSON.stringify([
      { expression: '!p.pin.startsWith("4")', message: 'It begins with 4', pids: ['pin'] },
    ])}::jsonb), '{fields,1,pattern}', '"5.*"'), '', '', pids, file_count
    from param_template_rev where id = ${of.revId} returning template_id`.execute(db)
  const way = { id: rows[0]?.templateId ?? '', rev1: 1, rev2: 2 }
  const [told] = await bench.admin.get(paramTemplates.migrating, { params: way })
  expect(told).toMatchObject({ id, dropped: [], faultCount: 0 })
  await bench.admin.get(paramTemplates.migrateParams, { params: way, body: { ids: [id] } })
  const form = await bench.admin.get(params.form, { params: { id } })
  expect(form).toMatchObject({ secretPids: ['pin'], faults: [] })
  // Typed anew it is judged, and refused where it is wrong.
  const typed = { version: form.version, values: {}, keptSecrets: [] }
  const wrong = { params: { id }, body: { ...typed, secrets: { pin: '4712' } } }
  expect((await bench.admin.call(params.draft, wrong)).data).toMatchObject({
    fields: [{ field: 'values.pin' }],
  })
  expect((await bench.type(id, {}, { pin: '5712' })).faults).toEqual([])
})

it('who guesses a secret is not told that he was right', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'], secretPids: ['pin'] })
  const { id } = (await bench.assign(of, { orgId: bench.bank })).data
  await bench.type(id, { host: 'one' }, { pin: '4711' })
  await bench.activate(id)
  const differences = async () =>
    (await bench.admin.get(params.impact, { params: { id } })).differences.map(({ pid }) => pid)
  for (const pin of ['4711', '4712']) {
    await bench.type(id, { host: 'one' }, { pin })
    expect(await differences()).toEqual(['pin'])
  }
  await bench.activate(id)
  // Who types none has changed none.
  const { version } = await bench.admin.get(params.detail, { params: { id } })
  const body = { version, values: { host: 'two' }, secrets: {}, keptSecrets: ['pin'] }
  await bench.admin.get(params.draft, { params: { id }, body })
  expect(await differences()).toEqual(['host'])
})

it('a secret among the plain values is neither kept nor logged', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'], secretPids: ['pin'] })
  const { id, version } = (await bench.assign(of, { orgId: bench.bank })).data
  const body = { version, values: { pin: 'IN-CLEAR-77' }, secrets: {}, keptSecrets: [] }
  expect((await bench.admin.call(params.draft, { params: { id }, body })).code).toBe(
    codes.badRequest,
  )
  const { rows } =
    await sql`select from action_log one where one::text like '%IN-CLEAR-77%'`.execute(
      bench.app.platform.db,
    )
  expect(rows).toEqual([])
})

it('what stands for a variable is no part of a table, and is judged as its field', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['short', 'table'] })
  const form = await readForm(bench.app.platform, of.revId)
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
    { plain: { v: name, long: 'x'.repeat(30) }, secret: {} },
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
  const of = await addParamTemplate(bench.app, {
    pids: ['mode', 'port'],
    defaults: { mode: 'PLAIN', port: '443' },
    rules,
  })
  const [own, named, plain] = [
    await bench.newDevice(bench.bank),
    await bench.newDevice(bench.bank),
    await bench.newDevice(bench.bank),
  ]
  const stateOf = async (deviceId: string) => {
    const { rows } = await sql<{ state: string; unresolved: string[] }>`select state, unresolved
      from param_desired where device_id = ${deviceId} and app_id = ${of.appId} and until is null`.execute(
      bench.app.platform.db,
    )
    return rows[0]
  }
  for (const [deviceId, port] of [
    [own, '80'],
    [named, '${device.sn}'],
  ] as const) {
    const { id } = (await bench.assign(of, { deviceId })).data
    await bench.type(id, { port })
    await bench.activate(id)
  }
  const above = (await bench.assign(of, { orgId: bench.bank })).data
  await bench.type(above.id, { mode: 'PLAIN' })
  await bench.activate(above.id)
  await bench.follow()
  for (const id of [own, named, plain])
    expect(await stateOf(id)).toEqual({ state: 'PENDING', unresolved: [] })

  await bench.type(above.id, { mode: 'TLS' })
  await bench.activate(above.id)
  await bench.follow()
  const blocked = { state: 'BLOCKED', unresolved: ['mode', 'port'] }
  expect(await stateOf(own)).toEqual(blocked)
  expect(await stateOf(named)).toEqual(blocked)
  expect(await stateOf(plain)).toEqual({ state: 'PENDING', unresolved: [] })

  // So are sets that were kept before they were judged.
  await sql`update param_set set faults = '{}', is_judged = false where app_id = ${of.appId}`.execute(
    bench.app.platform.db,
  )
  await sql`update param_desired set state = 'PENDING', unresolved = '{}' where device_id = ${own} and until is null`.execute(
    bench.app.platform.db,
  )
  await sql`insert into param_due (device_id) values (${own})`.execute(bench.app.platform.db)
  await bench.follow()
  expect(await stateOf(own)).toEqual(blocked)
})

it('values without one that is required are brought to nobody', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host', 'port'], required: ['host'] })
  const deviceId = await bench.newDevice(bench.bank)
  const above = (await bench.assign(of, { orgId: bench.bank })).data
  await bench.type(above.id, { host: 'one' })
  await bench.activate(above.id)
  const below = (await bench.assign(of, { deviceId })).data
  await bench.type(below.id, { port: '1' })
  await bench.activate(below.id)
  const { version } = await bench.admin.get(params.detail, { params: { id: above.id } })
  await bench.admin.get(params.revoke, { params: { id: above.id }, body: { version } })
  await bench.follow()
  const { rows } = await sql`select state, unresolved from param_desired
    where device_id = ${deviceId} and app_id = ${of.appId} and until is null`.execute(
    bench.app.platform.db,
  )
  expect(rows).toEqual([{ state: 'BLOCKED', unresolved: ['host'] }])
})
