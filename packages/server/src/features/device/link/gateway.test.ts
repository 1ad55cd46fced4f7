import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectRaw,
  eventually,
  openTerminal,
  passwordOf,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})

afterAll(() => gateway.close())

const stateOf = async (id: string) =>
  (
    await gateway.sql<{ battery: number }>('select * from device_state where device_id = $1', [id])
  )[0]

const isOnline = async (id: string) =>
  (await gateway.sql('select from device_online where device_id = $1', [id])).length === 1

describe('a heartbeat', () => {
  it('is stored before it is acknowledged', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', {
      bat: 71,
      chg: true,
      net: 'a"b\\c',
      sig: 40,
      freeMb: 9,
      temp: 31.5,
      up: 7,
      cfgRev: 1,
    })
    expect(await stateOf(device.id)).toMatchObject({
      battery: 71,
      is_charging: true,
      network_type: 'a"b\\c',
      temperature: 31.5,
      cfg_rev: 1,
    })
    await terminal.up('hb', { bat: 70 })
    expect(await stateOf(device.id)).toMatchObject({ battery: 70, signal: 40 })
    await terminal.leave()
  })
})

describe('presence', () => {
  it('follows the connection', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await eventually(() => isOnline(device.id))
    await terminal.leave()
    await eventually(async () => !(await isOnline(device.id)))
    const [session] = await gateway.sql<{ reason: string }>(
      'select * from device_session where device_id = $1',
      [device.id],
    )
    expect(session).toMatchObject({ reason: 'disconnect', ip: '127.0.0.1' })
  })
})

describe('a password', () => {
  const connectAs = (sn: string, password: string) =>
    connectRaw(gateway.url, { clientId: `d:${sn}`, username: sn, password })

  it('admits once', async () => {
    const device = await gateway.addDevice()
    const password = passwordOf(device)
    const client = await connectAs(device.sn, password)
    await client.endAsync()
    await expect(connectAs(device.sn, password)).rejects.toMatchObject({ code: 4 })
  })
})
