import { exportOf, mqttApks, mqttTasks, type PushItem } from '@muster/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../../../../test/testApp.ts'
import { pushRights, type Pushes, snsOf, startPushes } from '../../../../test/testPushes.ts'
import { principalOf } from '../../../access/frozen.ts'
import { pageItems } from './items.ts'

let pushes: Pushes

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())

const columns = JSON.stringify([
  ['sn', 'Serial number'],
  ['state', 'State', 'device.task.{state}'],
  ['code', 'Code'],
  ['code', 'Why', 'device.code.{code}'],
])
const call = exportOf(mqttTasks.items)

it('takes the terminals of a task away as a file, filtered as they are shown', async () => {
  await pushes.add('OUT', 3)
  const { id: pushId } = await pushes.give({ sns: snsOf('OUT', 3) })
  await pushes.move(pushId, 'FAILED', 'OUT00001')
  const file = async (query: object) => {
    const { body } = await pushes.admin.file(call, { query: { columns, pushId, ...query } })
    return parse(body, { bom: true }).slice(1)
  }
  expect(await file({ state: 'FAILED' })).toEqual([
    ['OUT00001', 'Failed', 'C404', 'The terminal is busy'],
  ])
  const [first, ...others] = (await file({})).map(([sn]: string[]) => sn)
  expect(first).toBe('OUT00001')
  expect(new Set(others)).toEqual(new Set(['OUT00000', 'OUT00002']))
})

it('shows and takes away which button of a message was pressed', async () => {
  await pushes.add('ASKED', 1)
  const message = { title: 'Paper', text: 'Any left?', buttons: ['Yes', 'No'] }
  const want = { cmd: 'MESSAGE', args: message } as const
  const { id: pushId } = await pushes.give({ sns: ['ASKED00000'] }, { want })
  const [item] = await pushes.itemsOf(pushId)
  expect(item?.answer).toBeNull()
  await sql`insert into command_result (item_id, device_id, document)
    values (${item?.id}, ${item?.deviceId}, '{"button":"No"}')`.execute(pushes.app.platform.db)
  expect((await pushes.itemsOf(pushId))[0]?.answer).toBe('No')
  const query = { columns: JSON.stringify([['answer', 'Answer']]), pushId }
  const { body } = await pushes.admin.file(call, { query })
  expect(parse(body, { bom: true })).toEqual([['Answer'], ['No']])
})

it('asks for a right of its own, and shows nobody terminals of others', async () => {
  await pushes.add('SHOP', 1, { orgId: pushes.shopId })
  const { id: pushId } = await pushes.give({ sns: ['SHOP00000', 'OUT00000'] })
  await sql`update push set org_id = ${pushes.shopId} where id = ${pushId}`.execute(
    pushes.app.platform.db,
  )
  const query = { columns, pushId }
  const refused = await pushes.shopkeeper.call(call, { query })
  expect(refused).toMatchObject({ code: 403, data: { permission: 'MQTT_TASK_EXPORT' } })
  const permissions = [...pushRights, 'MQTT_TASK_EXPORT']
  const reader = await signedIn(pushes.app, { orgId: pushes.shopId, permissions })
  const { body } = await reader.file(call, { query })
  expect(parse(body, { bom: true }).map(([sn]: string[]) => sn)).toEqual([
    'Serial number',
    'SHOP00000',
  ])
  expect(exportOf(mqttApks.items).permission).toBe('MQTT_APK_EXPORT')
})

it('goes on from the last row of a page, each terminal once', async () => {
  await pushes.add('MANY', 25)
  const { id: pushId } = await pushes.give({ sns: snsOf('MANY', 25) })
  await pushes.move(pushId, 'SUCCESS', 'MANY0001')
  const { db } = pushes.app.platform
  const principal = principalOf({
    kind: 'user',
    userId: '',
    userName: '',
    orgId: '',
    isSuperAdmin: true,
    roleIds: [],
    permissions: [],
    scope: { all: true, rules: [] },
  })
  const place = { pushId, pageSize: 10, total: 25 }
  const seen: PushItem[] = []
  for (const pageNum of [1, 2, 3]) {
    const after = seen.at(-1)
    const query = { ...place, pageNum, ...(after && { after }) }
    seen.push(...(await pageItems({ db, principal }, query, ['REBOOT'])).list)
  }
  expect(new Set(seen.map(({ sn }) => sn)).size).toBe(25)
  expect(seen).toHaveLength(25)
})
