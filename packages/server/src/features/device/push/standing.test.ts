import { mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { followPushes } from './follow.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, await addEstate(app), { orgId: app.rootId, prefix: 'STAND', count: 1 })
})
afterAll(() => app.close())

const want = { cmd: 'REBOOT', args: { delay: 0 } } as const
const targets = { sns: ['STAND00000'] }
const find = (id: string) => admin.get(mqttTasks.detail, { params: { id } })

it.each(['MQTT_TASK_ADD', 'DEVICE_REBOOT'])('ends where its giver has lost %s', async (lost) => {
  const permissions = ['MQTT_TASK_LIST', 'MQTT_TASK_ADD', 'DEVICE_REBOOT']
  const giver = await signedIn(app, { permissions, dataScope: 'ALL' })
  const { id } = await giver.get(mqttTasks.add, { body: { want, targets } })
  await sql`delete from role_menu where menu_id in (select id from menu where button_code = ${lost})
    and role_id in (select role_id from user_role where user_id = ${giver.userId})`.execute(
    app.platform.db,
  )
  await followPushes(app.platform)
  expect(await find(id)).toMatchObject({ state: 'STOPPED', size: 0, reason: 'push.ownerGone' })
})

it('comes round again at its hour after a rest that passed over one, or a late approval', async () => {
  const body = { want, targets, cron: '0 3 * * *' }
  const { id } = await admin.get(mqttTasks.add, { body })
  const pass = (state: string) =>
    sql`update push set state = ${state}, created_by = null, starts_at = now() - interval '1 hour'
      where id = ${id}`.execute(app.platform.db)
  for (const [state, move] of [
    ['PAUSED', mqttTasks.resume],
    ['APPROVAL', mqttTasks.approve],
  ] as const) {
    await pass(state)
    const { startsAt, ...push } = await admin.get(move, { params: { id } })
    expect([push.state, new Date(startsAt ?? 0) > new Date()]).toEqual(['SCHEDULED', true])
  }
})
