import { noticesPath } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'

let gateway: TestGateway
let giver = ''

beforeAll(async () => {
  gateway = await startTestGateway({ sweeps: true })
  const [user] = await gateway.sql<{ id: string }>(
    `insert into app_user (user_name, org_id, password_hash) values ('giver', $1, 'x') returning id`,
    [gateway.orgId],
  )
  giver = user?.id ?? ''
})
afterAll(() => gateway.close())

const givenBy = (id: string) =>
  gateway.sql('update push_item set created_by = $2 where id = $1', [id, giver])
const told = () =>
  gateway.sql<{ text_key: string; text_values: { sn: string; count?: number }; link: string }>(
    'select * from notice where user_id = $1 order by id',
    [giver],
  )

it('tells the giver of a command that it failed, once, and says so on the live stream', async () => {
  const heard: unknown[] = []
  const end = gateway.platform.live.subscribe((change) => heard.push(change))
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  const id = await gateway.command(device)
  await givenBy(id)
  await terminal.message('cmd')
  await terminal.report(id, 'FAILED', { code: 'C404' })
  await terminal.report(id, 'FAILED', { code: 'C404' })
  const notices = await told()
  expect(notices).toMatchObject([
    {
      text_key: 'notice.command.FAILED',
      text_values: {
        sn: device.sn,
        command: { textKey: expect.stringContaining('device.command') },
      },
      link: `/device/detail/${device.id}?tab=tasks`,
    },
  ])
  await eventually(async () => JSON.stringify(heard).includes(noticesPath))
  end()
  await terminal.leave()
})

it('says in one notice that many expired', async () => {
  const before = (await told()).length
  for (const device of [await gateway.addDevice(), await gateway.addDevice()])
    await givenBy(await gateway.command(device, { ttlSeconds: 3600 }))
  await gateway.sql(`update push_item set expires_at = now() where ended_at is null`)
  await eventually(async () => (await told()).length > before)
  expect((await told()).slice(before)).toMatchObject([
    { text_key: 'notice.commandsFailed', text_values: { count: 2 } },
  ])
})

it('tells of a push to many in one notice, when the last of it has ended', async () => {
  const before = (await told()).length
  const devices = [await gateway.addDevice(), await gateway.addDevice(), await gateway.addDevice()]
  const [push] = await gateway.sql<{ id: string }>(
    `insert into push (task_no, kind, title, args, org_id, state, targets, size, expanded_at, created_by)
      values ('TK-1', 'MESSAGE', '', '{}', $2, 'RUNNING', '{"ids":[]}', 3, now(), $1) returning id`,
    [giver, gateway.orgId],
  )
  const ids: string[] = []
  for (const device of devices) {
    const id = await gateway.command(device, { ttlSeconds: 3600 })
    await givenBy(id)
    ids.push(id)
  }
  await gateway.sql('update push_item set push_id = $2 where id = any($1::uuid[])', [ids, push?.id])
  const [first = '', second = '', third = ''] = ids
  const expire = (id: string) =>
    gateway.sql('update push_item set expires_at = now() where id = $1', [id])
  const isOpen = async (id: string) => {
    const found = await gateway.sql('select from push_item where id = $1 and ended_at is null', [
      id,
    ])
    return found.length > 0
  }
  for (const id of [first, second]) {
    await expire(id)
    await eventually(async () => !(await isOpen(id)))
  }
  expect(await told()).toHaveLength(before)
  await gateway.sql(`update push_item set state = 'SUCCESS', ended_at = now() where id = $1`, [
    third,
  ])
  await eventually(async () => (await told()).length > before)
  expect((await told()).slice(before)).toMatchObject([
    { text_key: 'notice.pushEnded', text_values: { taskNo: 'TK-1', done: 1, failed: 2 } },
  ])
  const ended = await gateway.sql('select state, ended_at from push where id = $1', [push?.id])
  expect(ended).toMatchObject([{ state: 'PARTIAL', ended_at: expect.anything() }])
})
