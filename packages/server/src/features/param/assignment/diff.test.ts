import {
  codes,
  effectiveParams,
  paramDicts,
  type ParamLevel,
  paramLog,
  params,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from '../resolve/follow.ts'
import { followMoments } from './force.ts'

let app: TestApp
let admin: TestUser
let bankId: string
let first: string
let second: string
let template: { appId: string; revId: string }

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  bankId = (
    await addOrganization(app.platform, { name: 'bank', code: 'bank', parentId: app.rootId })
  ).id
  ;[first = '', second = ''] = await addDevices(app, estate, {
    orgId: bankId,
    prefix: 'DIF-',
    count: 2,
  })
})
afterAll(() => app.close())

type At = Partial<Record<'orgId' | 'deviceId' | 'effectiveFrom' | 'effectiveTo', string>>

async function inForce(level: ParamLevel, at: At, values: Record<string, string>, pin?: string) {
  const { appId, revId: templateRevId } = template
  const { id } = await admin.get(params.add, {
    body: {
      name: `${level} ${Object.values(values).join(' ')}`,
      level,
      appId,
      templateRevId,
      ...at,
    },
  })
  await force(id, values, pin)
  return id
}

async function force(id: string, values: Record<string, string>, pin?: string) {
  const { version } = await admin.get(params.detail, { params: { id } })
  const secrets: Record<string, string> = pin === undefined ? {} : { pin }
  const saved = await admin.get(params.draft, {
    params: { id },
    body: { version, values, secrets, keptSecrets: [] },
  })
  const { count } = await admin.get(params.impact, { params: { id } })
  await admin.get(params.activate, { params: { id }, body: { version: saved.version, count } })
  await followParams(app.platform)
}

const compare = (
  deviceId: string,
  query: Partial<Record<'at' | 'otherAt' | 'otherDeviceId' | 'assignmentId', string>>,
  who = admin,
) => who.call(effectiveParams.diff, { params: { deviceId, appId: template.appId }, query })

const pidsOf = async (...asked: Parameters<typeof compare>) =>
  (await compare(...asked)).data.differences.map(({ pid }) => pid)

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('comparing', () => {
  it('two terminals tells what only one of them was given, of secrets no more than that they differ', async () => {
    template = await addParamTemplate(app, { pids: ['host', 'mode'], secretPids: ['pin'] })
    const above = await inForce('ORG', { orgId: bankId }, { host: 'one', mode: 'a' }, '1111')
    const another = { otherDeviceId: first }
    expect(await pidsOf(second, another)).toEqual([])
    // The same secret from somewhere else is another one: nobody can try what it is.
    const own = await inForce('DEVICE', { deviceId: second }, { host: 'two' }, '1111')
    expect((await compare(second, another)).data).toMatchObject({
      sn: 'DIF-00001',
      other: 'DIF-00000',
      differences: [
        { pid: 'host', before: 'one', after: 'two', isSecret: false },
        { pid: 'pin', before: null, after: null, isSecret: true },
      ],
    })
    expect(await pidsOf(second, { assignmentId: above })).toEqual(['host', 'pin'])
    expect(await pidsOf(second, { assignmentId: own })).toEqual([])
  })

  it('a terminal with itself tells what changed between two moments', async () => {
    template = await addParamTemplate(app, { pids: ['host', 'mode'], secretPids: ['pin'] })
    const id = await inForce('ORG', { orgId: bankId }, { host: 'one' }, '1111')
    const before = new Date().toISOString()
    await force(id, { host: 'two' }, '1111')
    expect(await pidsOf(first, { otherAt: before })).toEqual(['host'])
  })

  it('asks for one other side, and within the reach of the caller', async () => {
    const two = await compare(first, { otherDeviceId: second, assignmentId: second })
    expect([two.code, (await compare(first, {})).code]).toEqual([
      codes.badRequest,
      codes.badRequest,
    ])
    const elsewhere = await addOrganization(app.platform, {
      name: 'mall',
      code: 'mall',
      parentId: app.rootId,
    })
    const stranger = await signedIn(app, {
      orgId: elsewhere.id,
      permissions: ['PARAM_DETAIL'],
      dataScope: 'OWN_ORG_AND_BELOW',
    })
    const refused = await compare(first, { otherDeviceId: second }, stranger)
    expect(refused.code).toBe(codes.notFound)
  })
})

describe('a moment to come', () => {
  const heldAt = async (deviceId: string, at: string) => {
    const { held } = await admin.get(effectiveParams.effective, {
      params: { deviceId, appId: template.appId },
      query: { at },
    })
    return held && Object.fromEntries(held.values.map(({ pid, value }) => [pid, value]))
  }

  it('shows what begins and ends until then, and changes nothing', async () => {
    template = await addParamTemplate(app, { pids: ['host', 'mode'] })
    await inForce('ORG', { orgId: bankId }, { host: 'now' })
    const span = { effectiveFrom: inHours(2), effectiveTo: inHours(4) }
    await inForce('DEVICE', { deviceId: first, ...span }, { host: 'feast' })
    const rows = async () =>
      (
        await sql`select * from param_desired order by device_id, app_id, since`.execute(
          app.platform.db,
        )
      ).rows
    const before = await rows()
    expect([
      await heldAt(first, inHours(1)),
      await heldAt(first, inHours(3)),
      await heldAt(first, inHours(5)),
      await heldAt(second, inHours(3)),
    ]).toEqual([{ host: 'now' }, { host: 'feast' }, { host: 'now' }, { host: 'now' }])
    expect(await rows()).toEqual(before)
    const then = await compare(first, { at: inHours(3), otherAt: new Date().toISOString() })
    expect(then.data.differences).toEqual([
      { pid: 'host', label: 'host', before: 'now', after: 'feast', isSecret: false },
    ])
  })

  it('waits for nobody who changes parameters, nor he for it, and is not told to many at once', async () => {
    const at = inHours(3)
    await app.platform.db.transaction().execute(async (trx) => {
      await sql`select next_param_rev('ACTIVATED', null, null, null)`.execute(trx)
      expect(await heldAt(first, at)).toEqual({ host: 'feast' })
    })
    const asked = { params: { deviceId: first, appId: template.appId }, query: { at } }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(effectiveParams.effective, asked)),
    )
    const codesOf = new Set(answers.map(({ code }) => code))
    expect(codesOf).toEqual(new Set([codes.success, codes.tooManyRequests]))
    expect(await heldAt(first, at)).toEqual({ host: 'feast' })
  })
})

it('names parameters as forms do, and shows before a review what was inherited', async () => {
  template = await addParamTemplate(app, {
    pids: ['host', 'mode'],
    secretPids: ['pin'],
    labels: { host: 'Server' },
  })
  await sql`insert into param_dict (pid, title, data_type) values ('host', 'Address', 'STRING')`.execute(
    app.platform.db,
  )
  await inForce('ORG', { orgId: bankId }, { host: 'one', mode: 'a' }, '1111')
  const id = await inForce('DEVICE', { deviceId: second }, { host: 'two' })
  const { version } = await admin.get(params.detail, { params: { id } })
  const said = { values: { mode: 'b' }, secrets: { pin: '2222' }, keptSecrets: [] }
  await admin.get(params.draft, { params: { id }, body: { version, ...said } })
  const before = await admin.get(params.revision, { params: { id, revision: 1 } })
  expect(before).toEqual({ values: { host: 'two' }, secretPids: [], labels: { host: 'Server' } })
  const { differences, inherited } = await admin.get(params.impact, { params: { id } })
  expect(differences).toMatchObject([
    { pid: 'host', label: 'Server', before: 'two', after: null },
    { pid: 'mode', label: 'mode', before: null, after: 'b' },
    { pid: 'pin', label: 'pin', before: null, after: null, isSecret: true },
  ])
  const above = { isSecret: false, source: 'ORG', name: 'ORG one a' }
  expect(inherited).toEqual({ host: { value: 'one', ...above }, mode: { value: 'a', ...above } })

  const of = { params: { deviceId: second, appId: template.appId } }
  const { held } = await admin.get(effectiveParams.effective, { ...of, query: {} })
  expect(held?.values.map(({ label }) => label)).toEqual(['Server', 'mode', 'pin'])
  const logged = await admin.get(paramLog.page, { query: { appId: template.appId, pid: 'host' } })
  expect(logged.list.map(({ label }) => label)).toEqual(['Address', 'Address'])
})

it('the log is searched by who said it, what for, and the terminal that it is for', async () => {
  template = await addParamTemplate(app, { pids: ['host'] })
  await inForce('ORG', { orgId: bankId }, { host: 'all' })
  await inForce('DEVICE', { deviceId: second }, { host: 'one' })
  const { appId } = template
  const found = async (query: Partial<Record<'sn' | 'user' | 'target', string>>) =>
    (await admin.get(paramLog.page, { query: { appId, ...query } })).list.map(({ after }) => after)
  const { rows } = await sql<{ sn: string }>`select sn from device where id in (${first}, ${second})
    order by id = ${second}`.execute(app.platform.db)
  const [one = '', other = ''] = rows.map(({ sn }) => sn)
  expect(await found({ sn: one })).toEqual(['all'])
  expect(await found({ sn: other })).toEqual(['one', 'all'])
  expect(await found({ target: 'BAN' })).toEqual(['all'])
  expect(await found({ user: admin.name.slice(0, 5) })).toEqual(['one', 'all'])
  expect(await found({ user: 'nobody' })).toEqual([])
})

it('the log names the address and the case that a change came from, also when its moment comes later', async () => {
  template = await addParamTemplate(app, { pids: ['host'] })
  const { appId, revId: templateRevId } = template
  const at = { level: 'ORG' as const, orgId: bankId, effectiveFrom: inHours(1) }
  const { id } = await admin.get(params.add, {
    body: { name: 'Later', appId, templateRevId, ...at },
  })
  const { version } = await admin.get(params.detail, { params: { id } })
  const values = { host: 'a' }
  const draft = { version, values, secrets: {}, keptSecrets: [] }
  const saved = await admin.get(params.draft, { params: { id }, body: draft })
  const { count } = await admin.get(params.impact, { params: { id } })
  const body = { version: saved.version, count, ticket: 'CHG-7' }
  const active = await admin.get(params.activate, { params: { id }, body })
  expect((await admin.get(params.revisions, { params: { id } }))[0]?.ticket).toBe('CHG-7')
  await sql`update param_assignment_rev set starts_at = now() where assignment_id = ${id}`.execute(
    app.platform.db,
  )
  await followMoments(app.platform)
  const { version: now } = await admin.get(params.detail, { params: { id } })
  expect(now).toBeGreaterThanOrEqual(active.version)
  const end = { version: now, ticket: 'CHG-8' }
  await admin.get(params.revoke, { params: { id }, body: end })
  const logged = async (query: object = {}) =>
    (await admin.get(paramLog.page, { query: { appId, ...query } })).list
  expect(await logged()).toMatchObject([
    { cause: 'REVOKED', ticket: 'CHG-8', ip: '127.0.0.1' },
    { cause: 'STARTED', ticket: 'CHG-7', ip: null },
  ])
  expect(await logged({ ticket: 'CHG-7' })).toHaveLength(1)
  const pid = 'log.ip'
  await admin.get(paramDicts.add, {
    body: { pid, title: pid, dataType: 'STRING', defaultValue: 'x' },
  })
  const shared = await admin.get(paramLog.page, { query: { pid } })
  expect(shared.list).toMatchObject([{ cause: 'DICTIONARY', ip: '127.0.0.1', ticket: null }])
})
