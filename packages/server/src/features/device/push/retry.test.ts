import { mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { followPushes } from './follow.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('begins anew for nobody that was passed by, is not fit any more, or is beyond the caller’s reach', async () => {
  const { db } = app.platform
  const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, shop)
  const estate = await addEstate(app)
  await addDevices(app, estate, { orgId, prefix: 'GATE', count: 3 })
  await addDevices(app, estate, { orgId, prefix: 'GATESTOCK', count: 1, lifecycle: 'STOCK' })
  const codes = ['LIST', 'DETAIL', 'ADD', 'CONTROL'].map((act) => `MQTT_TASK_${act}`)
  const keeper = await signedIn(app, { orgId, permissions: [...codes, 'DEVICE_REBOOT'] })
  const sns = ['GATE00000', 'GATE00001', 'GATE00002', 'GATESTOCK00000']
  const body = { want: { cmd: 'REBOOT' as const, args: { delay: 0 } }, targets: { sns } }
  const { id } = await keeper.get(mqttTasks.add, { body })
  await followPushes(app.platform)
  await sql`update push_item set state = 'FAILED', code = 'C404', ended_at = now()
    where push_id = ${id} and ended_at is null`.execute(db)
  await sql`update device set lifecycle = 'SUSPENDED' where sn = 'GATE00001'`.execute(db)
  await sql`update device set org_id = ${app.rootId} where sn = 'GATE00002'`.execute(db)
  expect(await keeper.get(mqttTasks.retry, { params: { id }, body: {} })).toMatchObject({
    count: 1,
  })
  const { rows } = await sql<{ said: string }>`select sn || ' ' || state as said
    from push_item item join device on device.id = item.device_id where push_id = ${id} order by 1`.execute(
    db,
  )
  expect(rows.map(({ said }) => said)).toEqual([
    'GATE00000 QUEUED',
    'GATE00001 FAILED',
    'GATE00002 FAILED',
    'GATESTOCK00000 FILTERED',
  ])
})
