import { codes, deviceLife, devices } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
  type TestTerminal,
} from '../../../../test/testGateway.ts'
import { buildApp } from '../../../bin/app.ts'

let gateway: TestGateway
let admin: TestUser
let close: () => Promise<void>

beforeAll(async () => {
  gateway = await startTestGateway()
  const { platform, orgId: rootId } = gateway
  const http = await buildApp(platform)
  close = () => http.close()
  admin = await signedIn({ http, platform, rootId, failures: [], close }, { isSuperAdmin: true })
})
afterAll(async () => {
  await close()
  await gateway.close()
})

const swap = (old: TestDevice, next: TestDevice) =>
  admin.call(deviceLife.swap, {
    params: { id: old.id },
    body: { newSn: next.sn, reason: 'broken' },
  })
const give = ({ id }: TestDevice) =>
  admin.call(devices.command, { params: { id }, body: { cmd: 'REBOOT' as const } })

async function itemOf(id: string) {
  const [item] = await gateway.sql<{ state: string; code: string | null; ended_at: string | null }>(
    'select state, code, ended_at from push_item where id = $1',
    [id],
  )
  return item
}

/** Each once: a message of quality 1 may come twice. */
const commandsTo = ({ received }: TestTerminal): string[] => [
  ...new Set(
    received.flatMap(({ message: { type, body } }) =>
      type === 'cmd' ? [(body as { item: string }).item] : [],
    ),
  ),
]

async function pair() {
  const old = await gateway.addDevice()
  const next = await gateway.addDevice({ lifecycle: 'STOCK' })
  const terminal = await openTerminal(gateway, old)
  await terminal.message('time')
  return { old, next, terminal }
}

/** What is still to be done for a terminal: its commands, messages to it, its connection. */
async function openRows({ id, sn }: TestDevice): Promise<string[]> {
  const rows = await gateway.sql<{ what: string }>(
    `select 'command ' || state as what from push_item where device_id = $1 and ended_at is null
      union all select 'due ' || state from push_item where device_id = $1 and next_publish_at is not null
      union all select 'message ' || (payload ->> 'path') from outbox where key = $2
      union all select 'connection' from device_online where device_id = $1`,
    [id, sn],
  )
  return rows.map(({ what }) => what)
}

/** The old one is let go, and nothing of it reaches the new one, which hears of what is given to it. */
async function expectHandedOver({ old, next, terminal }: Awaited<ReturnType<typeof pair>>) {
  const had = commandsTo(terminal)
  await eventually(async () => !terminal.client.connected)
  await eventually(async () => (await openRows(old)).length === 0)
  const coming = await openTerminal(gateway, next)
  const own = await gateway.command(next)
  await eventually(async () => commandsTo(coming).includes(own))
  expect(commandsTo(coming)).toEqual([own])
  await expect(openTerminal(gateway, old)).rejects.toThrow(/refused|closed/)
  expect(commandsTo(terminal)).toEqual(had)
  await coming.leave()
}

it.each(['DELIVERED', 'RUNNING'])(
  'ends a command that is %s, and the old one hears no more',
  async (state) => {
    const both = await pair()
    const { old, next, terminal } = both
    const id = await gateway.command(old)
    await eventually(async () => (await itemOf(id))?.state === 'DELIVERED')
    if (state === 'RUNNING') await terminal.report(id, 'RUNNING', { pct: 50 })
    expect((await itemOf(id))?.state).toBe(state)
    expect((await swap(old, next)).code).toBe(codes.success)
    expect(await itemOf(id)).toMatchObject({ state: 'CANCELLED', code: 'S604' })
    expect((await give(old)).code).toBe(codes.wrongState)
    await expectHandedOver(both)
  },
)

it('ends a command that waits for a terminal which is away', async () => {
  const old = await gateway.addDevice()
  const next = await gateway.addDevice({ lifecycle: 'STOCK' })
  const coming = await openTerminal(gateway, next)
  const id = await gateway.command(old)
  expect((await swap(old, next)).code).toBe(codes.success)
  expect(await itemOf(id)).toMatchObject({ state: 'CANCELLED', code: 'S604' })
  await eventually(async () => (await openRows(old)).length === 0)
  const own = await gateway.command(next)
  await eventually(async () => commandsTo(coming).includes(own))
  expect(commandsTo(coming)).toEqual([own])
  await coming.leave()
})

it('and an answer of the old one at the same moment end the command once', async () => {
  for (let round = 0; round < 5; round++) {
    const both = await pair()
    const { old, next, terminal } = both
    const id = await gateway.command(old)
    await eventually(async () => (await itemOf(id))?.state === 'DELIVERED')
    // The connection may be gone before the broker has acknowledged the answer.
    const answered = terminal.report(id, 'SUCCESS').catch(() => undefined)
    expect((await swap(old, next)).code).toBe(codes.success)
    const item = await itemOf(id)
    expect(['SUCCESS', 'CANCELLED']).toContain(item?.state)
    await answered
    await expectHandedOver(both)
    expect(await itemOf(id)).toEqual(item)
  }
})

it('while commands are given and go out leaves none of them open', async () => {
  for (let round = 0; round < 5; round++) {
    const both = await pair()
    const { old, next } = both
    const answers = await Promise.all([give(old), give(old), swap(old, next), give(old)])
    expect(answers[2].code).toBe(codes.success)
    await eventually(async () => (await openRows(old)).length === 0)
    await expectHandedOver(both)
  }
})
