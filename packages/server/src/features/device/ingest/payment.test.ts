import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevice, addModel, type TestDevice } from '../../../../test/testGateway.ts'
import { savePayments } from './payment.queries.ts'

let app: TestApp
let device: TestDevice

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  device = await addDevice(platform, { modelId: await addModel(platform), orgId: rootId })
})
afterAll(() => app.close())

const hourMs = 3_600_000
/** In the middle of an hour: none ends while this runs. */
const moment = (Math.floor(Date.now() / hourMs) - 0.5) * hourMs

const tell = (total: number) =>
  savePayments(app.platform.pool, new Map([[device.id, total]]), Date.now() - moment)
/** Lets time go by for what is kept. */
const pass = (hours: number) =>
  sql`update device_payment set hour = hour - make_interval(hours => ${hours})`.execute(
    app.platform.db,
  )

async function kept() {
  const { rows } = await sql<{
    total: number
    taken: number
    count: number
    usual: number[]
    days: number[]
    last: number
  }>`select total::integer, taken::integer, count::integer, usual, days,
      extract(hour from (hour - interval '1 hour') at time zone 'UTC')::integer as last from device_payment`.execute(
    app.platform.db,
  )
  const [row] = rows
  if (!row) throw new Error('nothing is kept')
  const { usual, days, last, ...counted } = row
  return { ...counted, lastHour: usual[last], lastDays: days[last], known: days.filter(Boolean) }
}

it('keeps what a terminal usually takes in each hour, over restarts and absences', async () => {
  await sql`delete from device_payment`.execute(app.platform.db)
  await tell(1000)
  await tell(1004)
  expect(await kept()).toMatchObject({ total: 1004, taken: 4, count: 4, known: [] })
  // The hour in which it was first heard of was not counted from its beginning.
  await pass(1)
  await tell(1006)
  expect(await kept()).toMatchObject({ taken: 6, count: 2, known: [] })
  // It was restarted: its counter begins anew.
  await tell(6)
  expect(await kept()).toMatchObject({ total: 6, taken: 12, count: 8 })
  await pass(1)
  await tell(6)
  expect(await kept()).toMatchObject({ taken: 12, count: 0, lastHour: 8, lastDays: 1, known: [1] })
  // Nobody knows in which of the hours since it took these.
  await pass(5)
  await tell(30)
  expect(await kept()).toMatchObject({ taken: 36, count: 0, known: [1] })
})

it('keeps whatever a terminal says', async () => {
  for (const total of [1, 2_147_483_647, 5, 2_147_483_647]) await tell(total)
  const { rows } = await sql<{
    isMany: boolean
  }>`select count > 4000000000 as is_many from device_payment`.execute(app.platform.db)
  expect(rows).toEqual([{ isMany: true }])
  await sql`delete from device_payment`.execute(app.platform.db)
})

it('writes nothing where nothing was taken', async () => {
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from device_payment`.execute(app.platform.db))
      .rows
  await tell(30)
  const before = await version()
  await tell(30)
  expect(await version()).toEqual(before)
})

it('knows when so many are usual', async () => {
  const due = async (days: number, wanted: number, hours: number) => {
    const { rows } = await sql<{ at: string | null }>`select payment_due(
        array_fill(0::real, array[10]) || array[6::real, 12::real] || array_fill(0::real, array[12]),
        array_fill(${days}::smallint, array[24]), '2026-03-05T10:30:00Z', ${wanted}, ${hours}) as at`.execute(
      app.platform.db,
    )
    return rows[0]?.at && new Date(rows[0].at).toISOString()
  }
  expect(await due(3, 9, 4)).toBe('2026-03-05T11:30:00.000Z')
  expect(await due(3, 2, 4)).toBe('2026-03-05T10:50:00.000Z')
  expect(await due(3, 16, 4)).toBeNull()
  expect(await due(3, 16, 25)).toBe('2026-03-06T10:10:00.000Z')
  expect(await due(2, 1, 48)).toBeNull()
})
