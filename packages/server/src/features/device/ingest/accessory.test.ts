import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization } from '../../../../test/testApp.ts'
import {
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const pad = { kind: 'PIN_PAD', sn: 'PP-1', model: 'P200', firmware: '1.0' }

/** A terminal that tells of itself, and waits until that is kept. */
async function teller(device: TestDevice) {
  const terminal = await openTerminal(gateway, device)
  let count = 0
  return {
    leave: () => terminal.leave(),
    async tell(accessories?: readonly object[]) {
      const body = {
        firmware: 'F',
        agentVersion: 'A',
        os: 'L',
        ...(accessories && { accessories }),
      }
      await terminal.up('info', body, { ack: true })
      await terminal.message('ack', ++count)
    },
  }
}

const held = () =>
  gateway.sql(
    `select kind, accessory.sn, device.sn as at, accessory.firmware from accessory
      left join device on device.id = accessory.device_id and not is_gone
      order by kind, accessory.sn, device.sn`,
  )
const linesOf = ({ id }: TestDevice) =>
  gateway.sql(
    `select code, source, data, ref_no from device_event
      where device_id = $1 and code like 'ACCESSORY%' order by at, id`,
    [id],
  )

it('is kept by what changed, and a move is a line at both terminals', async () => {
  const [one, two] = [await gateway.addDevice(), await gateway.addDevice()]
  const [first, second] = [await teller(one), await teller(two)]
  await first.tell([pad, { kind: 'BASE', sn: 'B-1' }])
  await first.tell([pad, { kind: 'BASE', sn: 'B-1' }])
  // Who does not know says nothing of it.
  await first.tell()
  const joined = { code: 'ACCESSORY_JOINED', source: 'DEVICE', ref_no: null }
  const asData = { accessory: 'PIN_PAD', accessorySn: 'PP-1' }
  expect(await linesOf(one)).toHaveLength(2)
  expect(await linesOf(one)).toContainEqual({ ...joined, data: asData })
  await first.tell([{ ...pad, firmware: '1.1' }])
  expect(await held()).toMatchObject([
    { kind: 'BASE', at: null },
    { kind: 'PIN_PAD', at: one.sn, firmware: '1.1' },
  ])
  await second.tell([{ ...pad, firmware: '1.1' }])
  expect((await held())[1]).toMatchObject({ at: two.sn })
  expect(await linesOf(two)).toMatchObject([{ code: 'ACCESSORY_JOINED', ref_no: one.sn }])
  // Those of one report are of one moment.
  const later = (await linesOf(one)).slice(2)
  expect(later).toHaveLength(3)
  for (const line of [
    { code: 'ACCESSORY_LEFT', data: { accessory: 'BASE', accessorySn: 'B-1' }, ref_no: null },
    { code: 'ACCESSORY_CHANGED', data: { ...asData, from: '1.0', to: '1.1' }, ref_no: null },
    { code: 'ACCESSORY_LEFT', data: asData, ref_no: two.sn },
  ])
    expect(later).toContainEqual({ source: 'DEVICE', ...line })
  await Promise.all([first.leave(), second.leave()])
})

it('whose number a stranger tells, too, stays where it is', async () => {
  const { id } = await addOrganization(gateway.platform, { name: 'Strangers', code: 'strangers' })
  const [one, two] = [await gateway.addDevice(), await gateway.addDevice({ orgId: id })]
  const [first, second] = [await teller(one), await teller(two)]
  await first.tell([{ kind: 'PRINTER', sn: 'PR-1' }])
  await second.tell([{ kind: 'PRINTER', sn: 'PR-1' }])
  for (const device of [one, two])
    expect(await linesOf(device)).toMatchObject([{ code: 'ACCESSORY_JOINED', ref_no: null }])
  const printers = (await held()).filter(({ kind }) => kind === 'PRINTER')
  expect(printers).toMatchObject([{ at: one.sn }, { at: two.sn }])
  await Promise.all([first.leave(), second.leave()])
})

it('of a terminal that makes them up only the last are remembered', async () => {
  const device = await gateway.addDevice()
  const terminal = await teller(device)
  for (let round = 0; round < 5; round++)
    await terminal.tell(
      Array.from({ length: 8 }, (_, n) => ({ kind: 'OTHER', sn: `X${round}-${n}` })),
    )
  await terminal.tell([])
  const [{ count } = { count: 0 }] = await gateway.sql<{ count: number }>(
    `select count(*)::integer as count from accessory where device_id = $1 and is_gone`,
    [device.id],
  )
  expect(count).toBe(20)
  await terminal.leave()
})
