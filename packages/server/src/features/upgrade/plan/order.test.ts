import { codes, plans } from '@muster/contract'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPlans } from '../../../../test/planEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import type { DB } from '../../../platform/schema.ts'
import { forgiveLess } from '../../device/index.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let made = 0

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())

type Db = Kysely<DB>
type Item = readonly [sn: string, place?: number]

const db = (): Db => fleet.app.platform.db
const newVersion = (kind?: string) => fleet.addVersion(`${++made}.0`, kind)

async function rounds(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) await fleet.round()
}

const itemOf = (id: string, [sn, place = 1]: Item) =>
  sql`select item.id from plan_push made join push_item item on item.push_id = made.push_id
      join device on device.id = item.device_id
    where made.plan_id = ${id} and made.place = ${place} and device.sn = ${sn}`

const hold = (trx: Db, id: string, item: Item) =>
  sql`select from push_item where id = (${itemOf(id, item)}) for update`.execute(trx)

const answer = (trx: Db, id: string, [item, state]: readonly [Item, string]) =>
  sql`update push_item set state = ${state}, ended_at = now() where id = (${itemOf(id, item)})`.execute(
    trx,
  )

/** Has somebody wait for what answers have locked before they come to what he has: both come to their ends. */
async function between<T>(
  answering: (trx: Db, wait: () => Promise<void>) => Promise<unknown>,
  act: () => Promise<T>,
) {
  let acting: Promise<T> | undefined
  const wait = async () => {
    acting = act()
    // Whatever becomes of it is seen below.
    acting.catch(() => undefined)
    await untilLockWaits(db(), 1)
  }
  await db()
    .transaction()
    .execute((trx) => answering(trx, wait))
  return acting
}

const forgiveOne = (id: string) =>
  sql`update plan_wave set forgiven = 1 where plan_id = ${id}`.execute(db())

describe('those that answer while their plan is steered', () => {
  it.each(['FAILED', 'SUCCESS'])(
    'do not wait for a retry that waits for them: %s',
    async (state) => {
      const sns = await fleet.add(`R${state}`, 4)
      const [first = '', second = '', third = ''] = sns
      const versions = [await newVersion(), await newVersion('BOOTLOGO')]
      const { id } = await fleet.begin(versions, sns)
      await rounds(3)
      await fleet.end(id, 'FAILED', [first])
      await fleet.end(id, 'SUCCESS')
      await rounds(1)
      await fleet.end(id, 'FAILED', [second], 2)
      await forgiveOne(id)
      const retried = await between(
        async (trx, wait) => {
          await hold(trx, id, [second, 2])
          await wait()
          await answer(trx, id, [[third, 2], state])
        },
        () => fleet.admin.call(plans.retry, { params: { id }, body: {} }),
      )
      expect(retried).toMatchObject({ code: codes.success, data: { count: 2 } })
    },
  )

  it('do not wait for somebody who passes by one of them', async () => {
    const sns = await fleet.add('E', 3)
    const [told = '', answers = '', late = ''] = sns
    await fleet.begin([await newVersion()], [late])
    await rounds(3)
    const { id } = await fleet.begin([await newVersion()], sns)
    await rounds(3)
    const excluded = await between(
      async (trx, wait) => {
        await hold(trx, id, [told])
        await wait()
        await answer(trx, id, [[answers], 'FAILED'])
      },
      () => fleet.admin.call(plans.exclude, { params: { id }, body: { sns: [told, late] } }),
    )
    expect(excluded).toMatchObject({ code: codes.success, data: { count: 2 } })
  })

  it('do not wait for a worker that counts who is well, and then has their pushes rest', async () => {
    const sns = await fleet.add('W', 10)
    const waves = [{ successPercent: 0, errorPercent: 10, soakMinutes: 0 }]
    const { id } = await fleet.begin([await newVersion()], sns, { waves })
    await rounds(3)
    await fleet.end(id, 'SUCCESS', sns.slice(0, 1))
    await fleet.come(id)
    await forgiveOne(id)
    await between(
      async (trx, wait) => {
        await sql`select from push where id in (select push_id from plan_push where plan_id = ${id}) for key share`.execute(
          trx,
        )
        await fleet.end(id, 'FAILED', sns.slice(1, 5))
        await wait()
        await forgiveLess(trx, sql<SqlBool>`wave.plan_id = ${id}`)
      },
      () => fleet.tick(),
    )
    await rounds(1)
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED', succeeded: 1, failed: 4 })
  })
})
