import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addKey } from '../../../../test/enrolment.ts'
import {
  connectRaw,
  eventually,
  openTerminal,
  passwordOf,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'

let gateway: TestGateway
/** The broker's own round over last wills, which comes every four minutes. */
let tidyWills: () => void

beforeAll(async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  gateway = await startTestGateway()
  const [tidy] = timers.mock.calls.find(([, ms]) => ms === 240_000) ?? []
  timers.mockRestore()
  if (!tidy) throw new Error('the broker does not tidy wills')
  tidyWills = tidy
})

afterAll(() => gateway.close())

const ownWill = ({ sn }: TestDevice) => ({
  topic: `tms/v1/main/${sn}/up/conn`,
  payload: Buffer.from(
    JSON.stringify({ v: 1, id: 'w', ts: 1, type: 'conn', body: { s: 'offline', r: 'lwt' } }),
  ),
  qos: 1 as const,
  retain: false,
})

const connectWith = (device: TestDevice, will: ReturnType<typeof ownWill>) =>
  connectRaw(gateway.url, {
    clientId: `d:${device.sn}`,
    username: device.sn,
    password: passwordOf(device),
    will,
  })

describe('a last will', () => {
  it('on a topic that is not the terminal’s own is refused with the connection', async () => {
    const [device, other] = [await gateway.addDevice(), await gateway.addDevice()]
    for (const will of [
      ownWill(other),
      { ...ownWill(device), topic: 'anything' },
      { ...ownWill(device), retain: true },
    ])
      await expect(connectWith(device, will)).rejects.toMatchObject({ code: 5 })
    tidyWills()
    await (await openTerminal(gateway, device)).leave()
  })

  it('of a first contact is refused likewise', async () => {
    const token = await addKey(gateway, gateway.orgId)
    const attempt = connectRaw(gateway.url, {
      clientId: 'b:WILL-00001',
      username: 'WILL-00001',
      password: token,
      will: { topic: 'tms/v1/boot/WILL-00002/up/reg', payload: Buffer.from('{}'), qos: 1 },
    })
    await expect(attempt).rejects.toMatchObject({ code: 5 })
  })

  it('is not said in the name of a terminal that is here', async () => {
    const device = await gateway.addDevice()
    const client = await connectWith(device, ownWill(device))
    client.on('error', () => undefined)
    const seen = () =>
      gateway.sql<{ at: string }>(
        'select last_seen_at as at from device_state where device_id = $1',
        [device.id],
      )
    const [before] = await eventually(async () => {
      const rows = await seen()
      return rows.length > 0 && rows
    })
    tidyWills()
    // A message of another terminal that came later is stored: so would the will have been.
    const other = await openTerminal(gateway, await gateway.addDevice())
    await other.up('hb', {})
    await other.leave()
    expect(await seen()).toEqual([before])
    await client.endAsync()
  })
})

/** The same numbers in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const connectPacket = ({ sn }: TestDevice, password: string): Buffer => {
  const field = (value: string) => {
    const bytes = Buffer.from(value)
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
  }
  const body = Buffer.concat([
    field('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    field(`d:${sn}`),
    field(sn),
    field(password),
  ])
  return Buffer.concat([Buffer.from([0x10, 0x80 | (body.length & 127), body.length >> 7]), body])
}

async function sendAndWait(socket: Socket, bytes: Buffer): Promise<void> {
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.end(bytes)
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
}

it('nothing that comes over a socket ends the process', async () => {
  const number = numbersFrom(7)
  const port = Number(new URL(gateway.url).port)
  const device = await gateway.addDevice()
  for (let round = 0; round < 300; round++) {
    const packets = [connectPacket(device, passwordOf(device))]
    for (let more = number(6); more > 0; more--) {
      const body = Buffer.from(Array.from({ length: number(60) }, () => number(256)))
      packets.push(Buffer.from([number(256), body.length]), body)
    }
    const bytes = Buffer.concat(packets)
    // Some of them broken within the CONNECT, too.
    if (round % 3 === 0) bytes[number(bytes.length)] = number(256)
    await sendAndWait(connect(port, '127.0.0.1'), bytes)
  }
  const after = await openTerminal(gateway, await gateway.addDevice())
  expect(after.client.connected).toBe(true)
  await after.leave()
})
