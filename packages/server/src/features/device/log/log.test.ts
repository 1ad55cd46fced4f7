import {
  alarms,
  codesOfLog,
  deviceLife,
  deviceLog,
  type DeviceLogEntry,
  devices,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let north: TestUser
let northId: string
let southId: string

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  ;({ id: northId } = await addOrganization(platform, { name: 'N', code: 'n', parentId: rootId }))
  ;({ id: southId } = await addOrganization(platform, { name: 'S', code: 's', parentId: rootId }))
  north = await signedIn(app, {
    orgId: northId,
    permissions: ['DEVICE_LOG_LIST', 'DEVICE_LOG_DETAIL'],
  })
})
afterAll(() => app.close())

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.platform.pool.query<R>(text, values)).rows
let prefixes = 0
async function terminal(orgId = northId, lifecycle = 'ACTIVE'): Promise<string> {
  const prefix = `L${String(++prefixes).padStart(2, '0')}X`
  const [id = ''] = await addDevices(app, estate, { orgId, prefix, count: 1, lifecycle })
  return id
}
const logOf = async (deviceId: string, user = admin): Promise<readonly DeviceLogEntry[]> =>
  (await user.get(deviceLog.page, { query: { deviceId, sortField: 'at', sortOrder: 'asc' } })).list
const codesOf = async (deviceId: string, user = admin) =>
  (await logOf(deviceId, user)).map(({ code }) => code)

describe('the log of terminals', () => {
  it('sorts what happened as the contract does', async () => {
    for (const [kind, codes] of Object.entries(codesOfLog))
      for (const code of codes)
        expect(
          await query(
            `insert into device_event (device_id, code, happened_at) values (uuid7(), $1, now()) returning kind`,
            [code],
          ),
        ).toEqual([{ kind }])
  })

  it('tells what people did with a terminal, who it was and why', async () => {
    const { id } = await admin.get(devices.add, {
      body: { sn: 'LOGGED-1', modelId: estate.modelId, orgId: northId },
    })
    await query(`update device set lifecycle = 'ACTIVE', activated_at = now() where id = $1`, [id])
    await admin.get(deviceLife.suspend, { params: { id }, body: { reason: 'rebuilt' } })
    const [created, activated, suspended, ...rest] = await logOf(id)
    expect(rest).toEqual([])
    expect(created).toMatchObject({ code: 'CREATED', source: 'USER', sn: 'LOGGED-1', orgName: 'N' })
    expect(created?.userName).toBe(suspended?.userName)
    expect(activated).toMatchObject({ code: 'ACTIVATED', source: 'DEVICE', userName: null })
    expect(suspended).toMatchObject({
      code: 'SUSPEND',
      kind: 'SUSPENDED',
      data: { from: 'ACTIVE', to: 'SUSPENDED', reason: 'rebuilt' },
    })
  })

  it('tells a move in both organisations, and each reads its own part only', async () => {
    const id = await terminal()
    await admin.get(deviceLife.move, {
      params: { id },
      body: { orgId: southId, keep: 'KEEP', reason: 'sold' },
    })
    await query(`update device set firmware = '1' where id = $1`, [id])
    await query(`update device set firmware = '2' where id = $1`, [id])
    const all = await logOf(id)
    expect(all.map(({ code }) => code).toSorted()).toEqual(
      ['CREATED', 'FIRMWARE_CHANGED', 'MOVED_IN', 'MOVED_OUT'].toSorted(),
    )
    const left = all.find(({ code }) => code === 'MOVED_OUT')
    expect(left).toMatchObject({ orgName: 'N', otherOrgName: 'S', data: { reason: 'sold' } })
    expect(await codesOf(id, north)).toEqual(['CREATED', 'MOVED_OUT'])
    const [, own] = await logOf(id, north)
    expect(own).toMatchObject({ otherOrgName: null })
    const foreign = all.find(({ code }) => code === 'FIRMWARE_CHANGED')
    const asked = { query: { id: foreign?.id ?? '', at: foreign?.at ?? '' } }
    expect((await north.call(deviceLog.detail, asked)).code).toBe(404)
    expect(await admin.get(deviceLog.detail, asked)).toEqual(foreign)
  })

  it('tells alarms, and where they lead', async () => {
    const id = await terminal()
    await query(
      `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
        select id, 'BATTERY', 'LOW', org_id, vendor_id, model_id from device where id = $1`,
      [id],
    )
    const [{ id: alarmId } = { id: '' }] = await query<{ id: string }>(
      'select id from alarm where device_id = $1',
      [id],
    )
    await admin.get(alarms.close, { params: { id: alarmId }, body: { note: 'charged' } })
    const [, raised, closed] = await logOf(id)
    expect(raised).toMatchObject({ code: 'ALARM_RAISED', refKind: 'ALARM', refId: alarmId })
    expect(closed).toMatchObject({ code: 'ALARM_CLOSED', source: 'USER', isOver: true })
  })

  it('is filtered by kind, organisation, operator, source and number', async () => {
    const id = await terminal(southId)
    await admin.get(deviceLife.suspend, { params: { id }, body: { reason: 'x' } })
    const [{ sn } = { sn: '' }] = await logOf(id).then((list) =>
      list.map((one) => ({ sn: one.sn ?? '' })),
    )
    const found = async (filter: object) =>
      (await admin.get(deviceLog.page, { query: { deviceId: id, ...filter } })).list.map(
        ({ code }) => code,
      )
    expect(await found({ kind: 'SUSPENDED' })).toEqual(['SUSPEND'])
    expect(await found({ source: 'USER' })).toEqual(['SUSPEND'])
    expect(await found({ orgId: northId })).toEqual([])
    expect(await found({ sn: sn.slice(0, 4).toLowerCase() })).toHaveLength(2)
    const [suspended] = await logOf(id).then((list) => list.slice(1))
    expect(await found({ userName: suspended?.userName?.slice(0, 3) })).toEqual(['SUSPEND'])
    expect(await found({ userName: 'nobody-of-this-name' })).toEqual([])
  })

  it('names another terminal to those only who see it', async () => {
    const other = await addEstate(app, 'Other')
    const [foreign = ''] = await addDevices(app, other, {
      orgId: northId,
      prefix: 'FOREIGN',
      count: 1,
    })
    const [id, near] = [await terminal(), await terminal()]
    for (const left of [foreign, near])
      await query(
        `insert into device_event (device_id, sn, org_id, vendor_id, model_id, code, source, ref_kind, ref_id, ref_no, happened_at)
          select own.id, own.sn, own.org_id, own.vendor_id, own.model_id, 'ACCESSORY_LEFT', 'DEVICE', 'DEVICE', other.id,
            other.sn, now() from device own, device other where own.id = $1 and other.id = $2`,
        [id, left],
      )
    const reader = await signedIn(app, {
      orgId: northId,
      permissions: ['DEVICE_LOG_LIST', 'DEVICE_LOG_DETAIL'],
      vendorIds: [estate.vendorId],
    })
    const named = async (user: TestUser) =>
      (await logOf(id, user)).flatMap(({ code, refKind, refId, refNo }) =>
        code === 'ACCESSORY_LEFT' ? [{ refKind, refId, refNo }] : [],
      )
    const whole = [
      { refKind: 'DEVICE', refId: foreign, refNo: 'FOREIGN00000' },
      { refKind: 'DEVICE', refId: near, refNo: expect.stringMatching(/^L/) },
    ]
    const hidden = { refKind: null, refId: null, refNo: null }
    expect(await named(north)).toEqual(whole)
    expect(await named(reader)).toEqual([hidden, whole[1]])
    const entry = (await logOf(id)).find(({ refId }) => refId === foreign)
    const asked = { query: { id: entry?.id ?? '', at: entry?.at ?? '' } }
    expect(await reader.get(deviceLog.detail, asked)).toMatchObject(hidden)
    expect(await north.get(deviceLog.detail, asked)).toMatchObject({ refNo: 'FOREIGN00000' })
    // One that is gone is nobody's.
    await query('delete from device where id = $1', [foreign])
    expect(await named(admin)).toEqual(whole)
    expect(await named(north)).toEqual([hidden, whole[1]])
  })

  it('outlives its terminal', async () => {
    const id = await terminal()
    await query('delete from device where id = $1', [id])
    const list = await logOf(id)
    expect(list.map(({ code }) => code)).toEqual(['CREATED', 'DESTROYED'])
    expect(list[1]).toMatchObject({ isThere: false, orgName: 'N' })
    expect(list[1]?.sn).toMatch(/^L/)
  })

  it('is written for many terminals by the one statement that moves them', async () => {
    const ids = await addDevices(app, estate, { orgId: northId, prefix: 'MANY', count: 500 })
    await query('update device set org_id = $2 where id = any($1)', [ids, southId])
    expect(
      await query(
        `select code, count(*)::integer as count from device_event where device_id = any($1) group by 1 order by 1`,
        [ids],
      ),
    ).toEqual([
      { code: 'CREATED', count: 500 },
      { code: 'MOVED_IN', count: 500 },
      { code: 'MOVED_OUT', count: 500 },
    ])
  })
})
