import { mqttTasks, type Push, type PushItem } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { endPushes } from '../src/features/device/push/endPushes.ts'
import { followPushes } from '../src/features/device/push/follow.ts'
import type { DB } from '../src/platform/schema.ts'
import { inTransaction } from '../src/platform/transaction.ts'
import { addOrganization, signedIn, startTestApp, type TestUser } from './testApp.ts'
import { addDevices, addEstate } from './testEstate.ts'

/** What a person needs who gives restarts to many, and steers them. */
export const pushRights = [
  'MQTT_TASK_LIST',
  'MQTT_TASK_DETAIL',
  'MQTT_TASK_ADD',
  'MQTT_TASK_CONTROL',
  'DEVICE_REBOOT',
]

export const reboot = { cmd: 'REBOOT', args: { delay: 0 } } as const

/** Serial numbers as `add` gives them. */
export const snsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(5, '0')}`)

/** An application with people who give pushes, one who sees a shop alone, and a worker at hand. */
export async function startPushes() {
  const app = await startTestApp()
  const estate = await addEstate(app)
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { id: shopId } = await addOrganization(app.platform, {
    name: 'Shop',
    code: 'shop',
    parentId: app.rootId,
  })
  const shopkeeper = await signedIn(app, { orgId: shopId, permissions: pushRights })
  const { db, pool } = app.platform
  const find = (id: string, user = admin) => user.get(mqttTasks.detail, { params: { id } })
  const follow = (ahead = 0) =>
    followPushes({ ...app.platform, now: () => new Date(Date.now() + ahead) })
  return {
    app,
    admin,
    shopId,
    shopkeeper,
    find,
    follow,
    end: () => inTransaction(pool, endPushes),
    add: (prefix: string, count: number, more: { orgId?: string; lifecycle?: string } = {}) =>
      addDevices(app, estate, { orgId: app.rootId, prefix, count, ...more }),
    /** Gives a task and has its terminals written down. */
    async give(targets: object, more: object = {}, user: TestUser = admin): Promise<Push> {
      const push = await user.get(mqttTasks.add, { body: { want: reboot, targets, ...more } })
      await follow()
      return find(push.id, user)
    },
    itemsOf: async (pushId: string, user = admin): Promise<readonly PushItem[]> =>
      (await user.get(mqttTasks.items, { query: { pushId, pageSize: '100' } })).list,
    move: (id: string, state: string, prefix = '') =>
      sql`update push_item set state = ${state}, ended_at = case when ${state} in ('SUCCESS', 'FAILED') then now() end,
          code = case when ${state} = 'FAILED' then 'C404' end
        from device where device.id = push_item.device_id and push_id = ${id} and starts_with(sn, ${prefix})
          and push_item.ended_at is null`.execute(db),
    strays: () => strays(db),
  }
}

export type Pushes = Awaited<ReturnType<typeof startPushes>>

/** One statement that proves it: the figures that are kept are those of the items. */
async function strays(db: Kysely<DB>): Promise<readonly unknown[]> {
  const { rows } =
    await sql`select * from (select push_id, state, coalesce(step, '') as step, count(*) from push_item group by 1, 2, 3) as items
          full join (select push_id, state, step, sum(count) as count from push_tally group by 1, 2, 3 having sum(count) <> 0) as kept
          using (push_id, state, step) where items.count is distinct from kept.count
        union all select push_id, code, '', items.count, kept.count
          from (select push_id, code, count(*) from push_item where code is not null group by 1, 2) as items
          full join (select push_id, code, sum(count) as count from push_code group by 1, 2 having sum(count) <> 0) as kept
          using (push_id, code) where items.count is distinct from kept.count`.execute(db)
  return rows
}
