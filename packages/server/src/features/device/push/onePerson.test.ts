import { clients, codes, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addClient, clientCalling } from '../../../../test/testClient.ts'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { type Pushes, pushRights, reboot, snsOf, startPushes } from '../../../../test/testPushes.ts'

let pushes: Pushes
let second: TestUser
let client: TestUser

const permissions = [...pushRights, 'MQTT_TASK_APPROVE']
const body = { want: reboot, targets: { sns: snsOf('PERSON', 2) } }

/** A client that acts by a secret that somebody has drawn. */
async function drawn(user: TestUser, id: string): Promise<TestUser> {
  const { secret } = await user.get(clients.rotate, { params: { id }, body: {} })
  return clientCalling(pushes.app, id, secret)
}

beforeAll(async () => {
  pushes = await startPushes()
  const { app } = pushes
  second = await signedIn(app, { isSuperAdmin: true })
  const { userId } = await addClient(app, { name: 'Till', permissions, dataScope: 'ALL' })
  client = await drawn(pushes.admin, userId)
  await pushes.add('PERSON', 2)
  await sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', '2')
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
})
afterAll(() => pushes.app.close())

const waiting = async (user: TestUser) =>
  (await user.get(mqttTasks.page, { query: { waiting: '1' } })).list.map(({ id }) => id)
const told = async (pushId: string) => {
  const { rows } = await sql<{ userId: string }>`select user_id from notice
    where link like ${`%${pushId}`} and text_key = 'notice.push.waits'`.execute(
    pushes.app.platform.db,
  )
  return rows.map(({ userId }) => userId)
}

it('is not let go by whoever has drawn the secret of the client that gave it', async () => {
  const { id, createdBy } = await client.get(mqttTasks.add, { body })
  expect(createdBy).toBe('Till')
  const params = { id }
  for (const one of [pushes.admin, client]) {
    expect((await one.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    const reject = { params, body: { reason: 'No' } }
    expect((await one.call(mqttTasks.reject, reject)).code).toBe(codes.forbidden)
    expect(await waiting(one)).not.toContain(id)
  }
  expect(await told(id)).toEqual([second.userId])
  expect(await waiting(second)).toContain(id)
  expect(await second.get(mqttTasks.approve, { params })).toMatchObject({ state: 'RUNNING' })
})

it('is not let go by a client of whoever gave it, nor by another of the same hand', async () => {
  const { userId } = await addClient(pushes.app, { permissions, dataScope: 'ALL' })
  const other = await drawn(pushes.admin, userId)
  const params = { id: (await pushes.admin.get(mqttTasks.add, { body })).id }
  const given = { id: (await other.get(mqttTasks.add, { body })).id }
  expect((await client.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
  expect((await client.call(mqttTasks.approve, { params: given })).code).toBe(codes.forbidden)
  const foreign = await addClient(pushes.app, { permissions, dataScope: 'ALL' })
  expect(await foreign.get(mqttTasks.approve, { params: given })).toMatchObject({
    approvedBy: expect.stringMatching(/^Client/),
  })
})

it('leaves two who have drawn secrets of one client two persons', async () => {
  await drawn(second, client.userId)
  const params = { id: (await pushes.admin.get(mqttTasks.add, { body })).id }
  expect(await second.get(mqttTasks.approve, { params })).toMatchObject({ state: 'RUNNING' })
})

it('ends when all that a client was given has, whom nobody tells', async () => {
  await pushes.add('TOLD', 2)
  const of = { want: reboot, targets: { sns: snsOf('TOLD', 2) } }
  const { id } = await client.get(mqttTasks.add, { body: of })
  const third = await signedIn(pushes.app, { isSuperAdmin: true })
  await third.get(mqttTasks.approve, { params: { id } })
  await pushes.follow()
  await pushes.move(id, 'FAILED')
  await pushes.end()
  expect(await pushes.find(id)).toMatchObject({ state: 'PARTIAL', failed: 2 })
})

it('is let go by none of those who have changed it, whoever was the last', async () => {
  const [first, third] = [
    await signedIn(pushes.app, { isSuperAdmin: true }),
    await signedIn(pushes.app, { isSuperAdmin: true }),
  ]
  const { id } = await pushes.admin.get(mqttTasks.add, { body })
  const params = { id }
  for (const one of [first, second, pushes.admin]) {
    const { version } = await pushes.find(id)
    await one.get(mqttTasks.update, { params, body: { targets: body.targets, version } })
  }
  for (const one of [first, second, pushes.admin]) {
    expect((await one.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    expect(await waiting(one)).not.toContain(id)
  }
  expect(await third.get(mqttTasks.approve, { params })).toMatchObject({ state: 'RUNNING' })
})
