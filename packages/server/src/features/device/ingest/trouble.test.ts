import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { mostTroublesADay } from '../repair/trouble.rules.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const jam = { title: 'Paper jams', text: 'The roll runs crooked', phone: '0770 123456' }

const ticketsOf = ({ id }: TestDevice) =>
  gateway.sql<{ id: string; ticketNo: string; state: string; description: string }>(
    `select id, ticket_no as "ticketNo", state, source, fault, description, contact, due_at > now() as "isDue"
      from repair where device_id = $1 order by created_at`,
    [id],
  )
const eventsOf = ({ id }: TestDevice) =>
  gateway.sql<{ kind: string; text: string | null }>(
    `select event.kind, event.after, event.text from repair_event event
      join repair on repair.id = event.repair_id where repair.device_id = $1 order by event.id`,
    [id],
  )

it('opens a ticket, whose number the terminal is told, once however often it comes', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  for (let copy = 1; copy <= 3; copy++) {
    await terminal.up('tkt', jam, { id: 'one', ack: true })
    await terminal.message('tkt', copy)
  }
  const tickets = await ticketsOf(device)
  expect(tickets).toMatchObject([
    {
      state: 'REPORTED',
      source: 'TERMINAL',
      fault: 'OTHER',
      description: 'Paper jams\nThe roll runs crooked',
      contact: '0770 123456',
      isDue: true,
    },
  ])
  const no = tickets[0]?.ticketNo ?? ''
  for (let copy = 1; copy <= 3; copy++)
    expect(await terminal.message('tkt', copy)).toMatchObject({
      cid: 'one',
      body: { told: 'one', no, text: expect.stringContaining(no) },
    })
  expect((await terminal.message('ack')).body).toMatchObject({ kept: ['one'] })
  expect(await eventsOf(device)).toMatchObject([
    { kind: 'STATE', after: 'REPORTED' },
    { kind: 'TOLD', text: 'Paper jams' },
  ])
  const log = await gateway.sql(
    `select code, source, data, ref_no from device_event where device_id = $1 and code = 'TROUBLE_TOLD'`,
    [device.id],
  )
  expect(log).toEqual([
    { code: 'TROUBLE_TOLD', source: 'DEVICE', data: { title: 'Paper jams' }, ref_no: no },
  ])
  await terminal.leave()
})

it('is added to the ticket that is open, whatever state of repair the terminal is in', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.up('tkt', jam)
  await terminal.message('tkt')
  await gateway.sql(`update device set lifecycle = 'REPAIR' where id = $1`, [device.id])
  await terminal.up('tkt', { title: 'And a key sticks', text: 'the 5, 4111111111111111' })
  const [first, second] = [await terminal.message('tkt'), await terminal.message('tkt', 2)]
  const [ticket, ...others] = await ticketsOf(device)
  expect(others).toEqual([])
  for (const { body } of [first, second]) expect(body).toMatchObject({ no: ticket?.ticketNo })
  expect((await eventsOf(device)).at(-1)).toMatchObject({
    kind: 'TOLD',
    text: 'And a key sticks\nthe 5, …',
  })
  // What is settled stands in nobody's way.
  await gateway.sql(`update repair set state = 'CLOSED' where device_id = $1`, [device.id])
  await gateway.sql(`update device set lifecycle = 'ACTIVE' where id = $1`, [device.id])
  await terminal.up('tkt', { title: 'Again' })
  await terminal.message('tkt', 3)
  expect((await ticketsOf(device)).map(({ state }) => state)).toEqual(['CLOSED', 'REPORTED'])
  await terminal.leave()
})

it('of a terminal that may have no ticket is refused in its own language', async () => {
  const device = await gateway.addDevice()
  await gateway.sql(
    `insert into device_snapshot (device_id, kind, document, reported_at)
      values ($1, 'info', '{"language": "ar"}', now())`,
    [device.id],
  )
  await gateway.sql(
    `insert into language (code, name, native_name) values ('ar-IQ', 'Arabic', 'العربية')
      on conflict do nothing`,
  )
  const terminal = await openTerminal(gateway, device)
  await gateway.sql(`update device set lifecycle = 'REPAIR' where id = $1`, [device.id])
  await terminal.up('tkt', jam, { id: 'unfit' })
  const { body } = await terminal.message('tkt')
  expect(body).toEqual({
    told: 'unfit',
    refused: 'UNFIT',
    text: expect.stringMatching(/\p{Script=Arabic}/u),
  })
  expect(await ticketsOf(device)).toEqual([])
  await terminal.leave()
})

it('floods nobody: after so many a day the terminal is told to call', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  const count = mostTroublesADay + 3
  await Promise.all(
    Array.from({ length: count }, (_, n) => terminal.up('tkt', { title: `No. ${n}` })),
  )
  const bodies = []
  for (let nth = 1; nth <= count; nth++) bodies.push((await terminal.message('tkt', nth)).body)
  const refused = bodies.filter((body) => JSON.stringify(body).includes('"TOO_MANY"'))
  expect(refused).toHaveLength(3)
  const events = await eventsOf(device)
  expect(events.filter(({ kind }) => kind === 'TOLD')).toHaveLength(mostTroublesADay)
  expect(await ticketsOf(device)).toHaveLength(1)
  await gateway.sql(
    `update repair_event set at = at - interval '25 hours' where told_key is not null`,
  )
  await terminal.up('tkt', { title: 'The next day' })
  expect((await terminal.message('tkt', count + 1)).body).toMatchObject({
    no: expect.any(String),
  })
  await terminal.leave()
})

it('brings pictures that the terminal itself has handed in, each once, and no others', async () => {
  const [device, other] = [await gateway.addDevice(), await gateway.addDevice()]
  const handed = async (own: TestDevice, kind = 'SCREENSHOT') => {
    const item = await gateway.command(own, { cmd: 'SCREENSHOT', args: {} })
    await gateway.sql(
      `insert into handed_file (item_id, device_id, org_id, kind, bytes, sha256, token_hash, expires_at, state, name, stored_at)
        values ($1, $2, $3, $4, 9, $5, $5, now(), 'STORED', 'screen.png', now())`,
      [item, own.id, gateway.orgId, kind, randomBytes(32)],
    )
    return item
  }
  const own = await handed(device)
  const photos = [own, await handed(device, 'LOG'), await handed(other), randomUUID()]
  const terminal = await openTerminal(gateway, device)
  await terminal.up('tkt', { ...jam, photos })
  await terminal.up('tkt', { title: 'See again', photos: [own] })
  await terminal.message('tkt', 2)
  const pictures = (await eventsOf(device)).filter(({ kind }) => kind === 'PICTURE')
  expect(pictures).toMatchObject([{ text: 'screen.png' }])
  await terminal.leave()
})

it.each([
  ['no title', { text: 'x' }],
  ['a blank title', { title: '  ' }],
  ['a title that is too long', { title: 'x'.repeat(65) }],
  ['a text that is too long', { title: 'x', text: 'x'.repeat(1001) }],
])('with %s breaks the rules', async (_, body) => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.up('tkt', body, { id: 'odd', ack: true })
  expect((await terminal.message('ack')).body).toMatchObject({ refused: ['odd'] })
  expect(await ticketsOf(device)).toEqual([])
  await terminal.leave()
})
