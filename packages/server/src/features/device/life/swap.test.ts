import { codes, deviceLife, devices, effectiveParams, params, variables } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { livesOf } from '../../../../test/livesOf.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { followParams } from '../../param/resolve/follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let shopId = ''
let prefixes = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  shopId = (
    await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: app.rootId })
  ).id
})
afterAll(() => app.close())

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.platform.pool.query<R>(text, values)).rows

/** Terminals in a state, with a credential. */
async function inState(lifecycle: string, count = 1, orgId = shopId): Promise<string[]> {
  const prefix = `T${String(prefixes++).padStart(3, '0')}X`
  const ids = await addDevices(app, estate, { orgId, prefix, count, lifecycle })
  await query(`update device set sealed_secret = 'sealed' where id = any($1::uuid[])`, [ids])
  return ids
}

const one = async (lifecycle: string): Promise<string> => (await inState(lifecycle))[0] ?? ''

const { stored, command, endOf } = livesOf((text, values) => query(text, values))

describe('a swap', () => {
  const swap = async (id: string, nextId: string) =>
    admin.call(deviceLife.swap, {
      params: { id },
      body: { newSn: (await stored(nextId)).sn, reason: 'broken' },
    })

  it('hands the place over, and the old one is out at once', async () => {
    const old = await one('ACTIVE')
    const [next = ''] = await inState('STOCK', 1, app.rootId)
    await query(`update device set tid = 'TID00001', mid = 'M1', tags = '{vip}' where id = $1`, [
      old,
    ])
    const item = await command(old, 'RUNNING')
    expect(await swap(old, next)).toMatchObject({ code: codes.success, data: { newId: next } })
    expect(await stored(next)).toMatchObject({
      lifecycle: 'ACTIVE',
      tid: 'TID00001',
      orgId: shopId,
      tags: ['vip'],
      isRegistered: true,
    })
    const left = { lifecycle: 'REPLACED', tid: null, tags: [], isRegistered: false }
    expect(await stored(old)).toMatchObject(left)
    expect(await endOf(item)).toEqual({ state: 'CANCELLED', code: 'S604' })
    const health = await admin.get(deviceLife.health, { params: { id: old } })
    expect(health).toMatchObject({ score: null, lastMove: { other: { id: next } } })
  })

  it('names the other terminal to nobody who does not see it', async () => {
    const [old, [next = '']] = [await one('ACTIVE'), await inState('STOCK', 1, app.rootId)]
    await swap(old, next)
    await query('update device set org_id = $1 where id = $2', [app.rootId, next])
    const { health, timeline } = deviceLife
    const permissions = [health.permission, timeline.permission]
    const keeper = await signedIn(app, { orgId: shopId, permissions })
    const asked = { params: { id: old }, query: { kind: 'LIFE' } } as const
    expect(await keeper.get(health, asked)).toMatchObject({ lastMove: { other: null } })
    const hidden = { code: 'SWAP', refKind: null, refId: null, refNo: null }
    expect((await keeper.get(timeline, asked)).steps[0]).toMatchObject(hidden)
    const named = expect.objectContaining({ code: 'SWAP', refId: next })
    expect((await admin.get(timeline, asked)).steps).toContainEqual(named)
  })

  it('hands over the groups and labels that people gave, and takes those of the new one away', async () => {
    const [old, next] = [await one('ACTIVE'), await one('STOCK')]
    await query(
      `with groups (name, type, members) as (values ('both', 'STATIC', array[$1, $2]::uuid[]),
          ('old', 'STATIC', array[$1]::uuid[]), ('next', 'STATIC', array[$2]::uuid[]), ('found', 'DYNAMIC', array[$1]::uuid[])),
        made as (insert into device_group (name, org_id, type, max_members)
          select name, $3, type, 10 from groups returning id, name)
      insert into device_group_member (group_id, device_id)
      select made.id, member from made join groups using (name), unnest(groups.members) as member`,
      [old, next, shopId],
    )
    await query(
      `with labels (code, place, by_rule, owner) as (values ('gold', 'rank', false, $1::uuid),
          ('silver', 'rank', true, $2), ('pilot', null, false, $1), ('pilot', null, true, $2),
          ('spare', null, false, $2), ('ruled', null, true, $1)),
        made as (insert into classification (name, code, dimension, colour, exclusive)
          select distinct on (code) code, code, 'rank', 'red', place is not null from labels returning id, code)
      insert into device_classification (classification_id, device_id, by_rule, exclusive_in)
      select made.id, labels.owner, labels.by_rule, labels.place from labels join made using (code)`,
      [old, next],
    )
    expect((await swap(old, next)).code).toBe(codes.success)
    const groupsOf = (id: string) =>
      query(
        `select array_agg(name order by name) as names from device_group_member
        join device_group on device_group.id = group_id where device_id = $1`,
        [id],
      )
    expect(await groupsOf(next)).toEqual([{ names: ['both', 'old'] }])
    expect(await groupsOf(old)).toEqual([{ names: ['found'] }])
    const labels = await query(
      `select code, exclusive_in as place from device_classification
        join classification on classification.id = classification_id
        where device_id = $1 and not by_rule order by code`,
      [next],
    )
    expect(labels).toEqual([
      { code: 'gold', place: 'rank' },
      { code: 'pilot', place: null },
    ])
    const sizes = await query<{ name: string; members: number }>(
      `select name, members::integer from device_group_row where name = any('{both,old,next}') order by name`,
    )
    expect(sizes.map(({ name, members }) => [name, members])).toEqual([
      ['both', 1],
      ['next', 0],
      ['old', 1],
    ])
  })

  it('hands over what is said to the terminal itself about parameters; that of the new one goes', async () => {
    const [old, next] = [await one('ACTIVE'), await one('STOCK')]
    const { appId, revId } = await addParamTemplate(app, { pids: ['host'], secretPids: ['pin'] })
    const say = async (deviceId: string, host: string) => {
      const target = { level: 'DEVICE', deviceId } as const
      const { id } = await admin.get(params.add, {
        body: { name: host, ...target, appId, templateRevId: revId },
      })
      const said = { values: { host }, secrets: { pin: host }, keptSecrets: [] }
      await admin.get(params.draft, { params: { id }, body: { version: 1, ...said } })
      const { version } = await admin.get(params.detail, { params: { id } })
      await admin.get(params.activate, { params: { id }, body: { version, count: 1 } })
      await admin.get(variables.add, {
        body: { key: 'till', type: 'TEXT', value: host, ...target, secretValue: null },
      })
      await query(
        `insert into json_document (name, code, kind, level, org_id, device_id) values ($1, 'till', 'X', 'DEVICE', $2, $3)`,
        [host, shopId, deviceId],
      )
    }
    await say(old, 'old')
    await say(next, 'next')
    expect((await swap(old, next)).code).toBe(codes.success)
    const ownOf = (id: string) =>
      query(
        `select name, state from param_assignment where device_id = $1 and deleted_at is null
        union all select value, type from global_param where device_id = $1 and deleted_at is null
        union all select name, state from json_document where device_id = $1 and deleted_at is null`,
        [id],
      )
    expect(await ownOf(old)).toEqual([])
    expect(await ownOf(next)).toEqual([
      { name: 'old', state: 'ACTIVE' },
      { name: 'old', state: 'TEXT' },
      { name: 'old', state: 'DRAFT' },
    ])
    await followParams(app.platform)
    const { held } = await admin.get(effectiveParams.effective, {
      params: { deviceId: next, appId },
      query: {},
    })
    expect(held?.values).toContainEqual(expect.objectContaining({ pid: 'host', value: 'old' }))
    // What the new one had is over, and comes out of the bin so.
    expect(await query(`select state, revision from param_assignment where name = 'next'`)).toEqual(
      [{ state: 'REVOKED', revision: null }],
    )
  })

  it('begins no revision of values while it waits for whoever writes what it hands over', async () => {
    const [old, next] = [await one('ACTIVE'), await one('STOCK')]
    const { appId, revId } = await addParamTemplate(app, { pids: ['host'] })
    await query(
      `with own as (insert into param_assignment (name, level, org_id, device_id, app_id, template_rev_id, state, revision)
          values ('spare', 'DEVICE', $1, $2, $3, $4, 'ACTIVE', 1) returning id)
        insert into param_value (owner_id, pid, value, from_rev) select id, 'host', 'spare', 1 from own`,
      [shopId, next, appId, revId],
    )
    await query(
      `insert into json_document (name, code, kind, level, org_id, device_id) values ('Held', 'held', 'X', 'DEVICE', $1, $2)`,
      [shopId, old],
    )
    const client = await app.platform.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from json_document where device_id = $1 for update', [old])
      const swapping = swap(old, next)
      await untilLockWaits(app.platform.db)
      // Else he who writes would wait for it, and it for him.
      const turn = await client.query('select pg_try_advisory_xact_lock(2026104) as "isFree"')
      await client.query('commit')
      expect([turn.rows, (await swapping).code]).toEqual([[{ isFree: true }], codes.success])
    } finally {
      client.release()
    }
  })

  it('takes no terminal that is in use, disabled, unknown or itself', async () => {
    const old = await one('ACTIVE')
    const [used, off] = [await one('ACTIVE'), await one('STOCK')]
    await query('update device set status = 0 where id = $1', [off])
    const sns = [
      (await stored(used)).sn,
      (await stored(off)).sn,
      'NOBODY-1',
      (await stored(old)).sn,
    ]
    for (const newSn of sns) {
      const body = { newSn, reason: 'broken' }
      const answer = await admin.call(deviceLife.swap, { params: { id: old }, body })
      expect(answer.code).toBe(codes.badRequest)
    }
    expect((await stored(old)).lifecycle).toBe('ACTIVE')
  })

  it('while a command is given leaves none behind that nobody may take', async () => {
    const [old, next] = [await one('ACTIVE'), await one('STOCK')]
    const give = () =>
      admin.call(devices.command, { params: { id: old }, body: { cmd: 'REBOOT' as const } })
    await Promise.all([give(), swap(old, next), give(), give()])
    const open = await query('select from push_item where device_id = $1 and ended_at is null', [
      old,
    ])
    expect([(await stored(old)).lifecycle, open.length]).toEqual(['REPLACED', 0])
  })

  it('that is under way is waited for by whoever gives a command, who is then refused', async () => {
    const old = await one('ACTIVE')
    const client = await app.platform.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update device set lifecycle = 'REPLACED' where id = $1`, [old])
      const giving = admin.call(devices.command, { params: { id: old }, body: { cmd: 'REBOOT' } })
      await untilLockWaits(app.platform.db)
      await client.query('commit')
      expect((await giving).code).toBe(codes.wrongState)
    } finally {
      client.release()
    }
  })

  it('of two for the same terminal one wins', async () => {
    const old = await one('ACTIVE')
    const [first, second] = [await one('STOCK'), await one('STOCK')]
    const answers = await Promise.all([swap(old, first), swap(old, second)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual(
      [codes.success, codes.wrongState].toSorted((a, b) => a - b),
    )
  })
})
