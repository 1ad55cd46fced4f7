import { codes, deviceLife, devices } from '@muster/contract'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { begin, csv, imported, taskEnd, upload } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { until } from '../../../../test/until.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let shopId = ''
let smallId = ''
let rounds = 0

beforeAll(async () => {
  app = await startTaskApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const place = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  shopId = await place('shop')
  smallId = await place('small')
})
beforeEach(async () => {
  await query('delete from device')
  await setQuota(1)
})
afterAll(() => app.close())

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.platform.pool.query<R>(text, values)).rows
const setQuota = (most: number) =>
  query('update organization set device_quota = $2 where id = $1', [smallId, most])

interface Terminal {
  readonly id: string
  readonly sn: string
}

async function terminal(orgId: string, lifecycle = 'ACTIVE'): Promise<Terminal> {
  const prefix = `R${String(rounds++).padStart(4, '0')}X`
  const [id = ''] = await addDevices(app, estate, { orgId, prefix, count: 1, lifecycle })
  return { id, sn: `${prefix}00000` }
}

const move = ({ id }: Terminal, orgId = smallId) =>
  admin.call(deviceLife.move, { params: { id }, body: { orgId } })
const swap = ({ id }: Terminal, { sn: newSn }: Terminal) =>
  admin.call(deviceLife.swap, { params: { id }, body: { newSn, reason: 'broken' } })

/** Terminals that take a place of the quota, by the terminals themselves and by what is kept. */
async function placesTaken(): Promise<number> {
  const [row] = await query<{ there: number; kept: number }>(
    `select (select count(*) from device where org_id = $1 and deleted_at is null
        and takes_place(lifecycle))::integer as there, places_taken($1)::integer as kept`,
    [smallId],
  )
  expect(row?.kept).toBe(row?.there)
  return row?.there ?? 0
}

/** Waits until somebody waits for what this connection holds. */
async function untilBlocked(holder: PoolClient): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const blocked = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
  await until(async () => (await query(blocked, [rows[0]?.pid])).length > 0, 'somebody waits')
}

/** Connections in a transaction each, which end without a trace. */
async function holding(count: number, work: (clients: PoolClient[]) => Promise<void>) {
  const clients = await Promise.all(
    Array.from({ length: count }, () => app.platform.pool.connect()),
  )
  try {
    for (const client of clients) await client.query('begin')
    await work(clients)
  } finally {
    for (const client of clients) {
      await client.query('rollback')
      client.release()
    }
  }
}

it('a move and an import of the same terminal come one after the other, 20 times in both orders', async () => {
  const deadlocks = async () =>
    (
      await query<{ deadlocks: string }>(`select deadlocks from pg_stat_database
      where datname = current_database()`)
    )[0]?.deadlocks
  const before = await deadlocks()
  for (let round = 0; round < 20; round++) {
    const [one, other] = [await terminal(shopId), await terminal(shopId)]
    const content = csv(
      ['sn', 'orgId', 'name'],
      [one.sn, 'small', 'sheet'],
      [other.sn, 'small', ''],
    )
    const { data } = await upload(admin, content)
    const wish = { fileId: data.fileId, aim: 'existing' as const, onFault: 'skip' as const }
    const first = round % 2 === 0 ? move(one) : null
    const taskId = await begin(admin, devices.page, wish)
    const isBegun = async () =>
      (await query(`select from async_task where id = $1 and state <> 'QUEUED'`, [taskId])).length >
      0
    if (!first) await until(isBegun, 'the import begins')
    const { code } = await (first ?? move(one))
    expect([codes.success, codes.warning, codes.wrongState]).toContain(code)
    expect((await taskEnd(admin, taskId)).state).not.toBe('FAILED')
    expect(await placesTaken()).toBe(1)
    await query('delete from device')
  }
  expect([await deadlocks(), app.failures]).toEqual([before, []])
}, 300_000)

it('an import that waits for a quota holds no terminal that its holder needs', async () => {
  const one = await terminal(shopId)
  let importing: Promise<Awaited<ReturnType<typeof imported>>> | undefined
  await holding(1, async ([mover]) => {
    await mover?.query('select hold_places(array[$1::uuid])', [smallId])
    const content = csv(['sn', 'orgId'], [one.sn, 'small'])
    importing = imported(admin, devices.page, { content, aim: 'existing' })
    if (mover) await untilBlocked(mover)
    await mover?.query('select from device where id = $1 for no key update nowait', [one.id])
  })
  expect((await importing)?.result).toMatchObject({ changed: 1, refused: 0 })
})

it('a swap and moves to the same organisation never fill it beyond its quota', async () => {
  await setQuota(2)
  for (let round = 0; round < 20; round++) {
    const [old, next] = [await terminal(smallId), await terminal(app.rootId, 'STOCK')]
    const [one, other] = [await terminal(shopId), await terminal(shopId)]
    const [swapped, ...moved] =
      round % 2 === 0
        ? await Promise.all([swap(old, next), move(one), move(other)])
        : (await Promise.all([move(one), move(other), swap(old, next)])).toReversed()
    expect(swapped?.code).toBe(codes.success)
    expect(moved.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual(
      [codes.success, codes.warning].toSorted((a, b) => a - b),
    )
    expect(await placesTaken()).toBe(2)
    await query('delete from device_move')
    await query('delete from device')
  }
  expect(app.failures).toEqual([])
}, 300_000)

it('a terminal that is swapped while it moves is where one of both brought it', async () => {
  for (let round = 0; round < 20; round++) {
    const [old, next] = [await terminal(shopId), await terminal(app.rootId, 'STOCK')]
    const both = [() => swap(old, next), () => move(old)]
    const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((call) => call()))
    for (const { code } of answers) expect([codes.success, codes.wrongState]).toContain(code)
    expect(answers.some(({ code }) => code === codes.success)).toBe(true)
    expect(await placesTaken()).toBeLessThanOrEqual(1)
    await query('delete from device_move')
    await query('delete from device')
  }
  expect(app.failures).toEqual([])
}, 300_000)

it('a swap of a terminal that has just left waits for no quota while it holds the terminal', async () => {
  const [old, next] = [await terminal(shopId), await terminal(app.rootId, 'STOCK')]
  let swapping: ReturnType<typeof swap> | undefined
  await holding(2, async ([mover, filler]) => {
    await mover?.query('update device set org_id = $2 where id = $1', [old.id, smallId])
    await filler?.query('select hold_places(array[$1::uuid])', [smallId])
    swapping = swap(old, next)
    if (mover) await untilBlocked(mover)
    await mover?.query('commit')
    // Who holds the quota goes on to the terminals: the swap must not be waiting for him there.
    await filler?.query('select from device where id = $1 for no key update', [old.id])
  })
  expect(await swapping).toMatchObject({
    code: codes.wrongState,
    msg: 'It has just gone to another organisation: look at it again, then replace it there',
  })
})
