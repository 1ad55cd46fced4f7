import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openTerminal,
  startTestGateway,
  type TestGateway,
  type TestTerminal,
} from '../../../../test/testGateway.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

async function newTerminal() {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  return { device, terminal }
}

const net = { type: '4G' }

/** What the terminal was told of its messages until now. */
const told = ({ received }: TestTerminal) =>
  received.flatMap(({ message }) => (message.type === 'ack' ? [message.body] : []))

it('a terminal hears that what it sent is kept, if it asks', async () => {
  const { device, terminal } = await newTerminal()
  await terminal.up('net', net, { id: 'unasked' })
  await terminal.up('net', net, { id: 'asked', ack: true })
  await terminal.message('ack')
  expect(told(terminal)).toEqual([{ kept: ['asked'] }])
  const rows = await gateway.sql('select from device_snapshot where device_id = $1', [device.id])
  expect(rows).toHaveLength(1)
  await terminal.leave()
})

it('a terminal hears so after the commit only, with one message for many', async () => {
  const { device, terminal } = await newTerminal()
  const holder = new pg.Client(gateway.databaseUrl)
  await holder.connect()
  await holder.query('begin; lock table device_snapshot in access exclusive mode')
  const ids = Array.from({ length: 5 }, () => randomUUID())
  const sent = ids.map((id) => terminal.up('net', net, { id, ack: true }))
  await untilLockWaits(gateway.platform.db)
  expect(told(terminal)).toEqual([])
  await holder.query('commit')
  await holder.end()
  await Promise.all(sent)
  const all = () => told(terminal).flatMap((body) => (body as { kept: string[] }).kept)
  await expect.poll(() => all().toSorted()).toEqual(ids.toSorted())
  // What came while the first of them was being stored was one batch.
  expect(told(terminal).length).toBeLessThanOrEqual(2)
  expect(
    await gateway.sql('select from device_snapshot where device_id = $1', [device.id]),
  ).toHaveLength(1)
  await terminal.leave()
})

it('a report that comes again is told again, and counts once', async () => {
  const { device, terminal } = await newTerminal()
  const item = await gateway.command(device)
  await terminal.message('cmd')
  const id = randomUUID()
  const report = () =>
    terminal.up(`task/${item}`, { item, state: 'ACKED', at: Date.now() }, { id, ack: true })
  await report()
  await terminal.message('ack')
  await report()
  await terminal.message('ack', 2)
  expect(told(terminal)).toEqual([{ kept: [id] }, { kept: [id] }])
  const reports = await gateway.sql<{ outcome: string }>(
    'select outcome from push_report where message_id = $1 order by received_at',
    [id],
  )
  expect(reports.map(({ outcome }) => outcome)).toEqual(['MOVED', 'REPEATED'])
  await terminal.leave()
})

it('what breaks the rules is refused, so that it does not come again', async () => {
  const { terminal } = await newTerminal()
  await terminal.up('net', { type: 7 }, { id: 'spoilt', ack: true })
  await terminal.message('ack')
  expect(told(terminal)).toEqual([{ kept: [], refused: ['spoilt'] }])
  await terminal.leave()
})

it('what no table takes is refused alone, and its neighbours are kept', async () => {
  const { device, terminal } = await newTerminal()
  await gateway.sql(`create function refuse_poison() returns trigger language plpgsql as $$
    begin if new.document ->> 'operator' = 'poison' then raise check_violation; end if; return new; end $$`)
  await gateway.sql(`create trigger refuse_poison before insert or update on device_snapshot
    for each row execute function refuse_poison()`)
  await Promise.all([
    terminal.up('net', { type: '4G', operator: 'poison' }, { id: 'bad', ack: true }),
    terminal.up('info', { firmware: 'F', agentVersion: 'A', os: 'L' }, { id: 'good', ack: true }),
  ])
  const merged = () => {
    const bodies = told(terminal) as { kept: string[]; refused?: string[] }[]
    return [bodies.flatMap(({ kept }) => kept), bodies.flatMap(({ refused = [] }) => refused)]
  }
  await expect.poll(merged).toEqual([['good'], ['bad']])
  await gateway.sql('drop trigger refuse_poison on device_snapshot')
  expect(device.id).toBeDefined()
  await terminal.leave()
})

it('terminals learn with the time whether they are answered', async () => {
  const { terminal } = await newTerminal()
  expect((await terminal.message('time')).body).toMatchObject({ acks: true })
  await terminal.leave()
})
