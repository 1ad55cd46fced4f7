import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const pay = {
  p: 'com.example.pay',
  vc: 10,
  vn: '1.0',
  src: 'PUSH',
  sig8: '0011223344556677',
  size: 900,
}
const menu = { p: 'com.example.menu', vc: 3, vn: '0.3', src: 'SYSTEM' }

/** Sends lists, each after the one before was kept. */
async function say(device: Parameters<typeof openTerminal>[1], lists: readonly unknown[]) {
  const terminal = await openTerminal(gateway, device)
  for (const [nth, body] of lists.entries()) {
    await terminal.up('apps', body, { id: `list-${nth}`, ack: true })
    await terminal.message('ack', nth + 1)
  }
  await terminal.leave()
}

const appsOf = (id: string) =>
  gateway.sql(
    `select package, version_code::int as code, source, signer from device_app
      where device_id = $1 order by package`,
    [id],
  )

const eventsOf = (id: string) =>
  gateway.sql(
    `select package, kind, from_code::int as "from", to_code::int as "to" from device_app_event
      where device_id = $1 order by at, id`,
    [id],
  )

describe('what a terminal says is installed', () => {
  it('is kept, and what came and went since is told apart', async () => {
    const device = await gateway.addDevice()
    await say(device, [
      { full: true, hash: hashOf('1'), apps: [pay, menu] },
      {
        full: true,
        hash: hashOf('2'),
        apps: [
          { ...pay, vc: 11 },
          { p: 'com.example.new', vc: 1 },
        ],
      },
      { full: true, hash: hashOf('3'), apps: [pay] },
    ])
    expect(await appsOf(device.id)).toEqual([
      { package: pay.p, code: 10, source: 'PUSH', signer: '0011223344556677' },
    ])
    const events = await eventsOf(device.id)
    expect(events.slice(0, 3)).toEqual(
      expect.arrayContaining([
        { package: pay.p, kind: 'UPDATED', from: 10, to: 11 },
        { package: 'com.example.new', kind: 'INSTALLED', from: null, to: 1 },
        { package: menu.p, kind: 'REMOVED', from: 3, to: null },
      ]),
    )
    expect(events.slice(3)).toEqual(
      expect.arrayContaining([
        { package: pay.p, kind: 'DOWNGRADED', from: 11, to: 10 },
        { package: 'com.example.new', kind: 'REMOVED', from: 1, to: null },
      ]),
    )
  })

  it('costs nothing when it is the same list', async () => {
    const device = await gateway.addDevice()
    const list = { full: true, hash: hashOf('same'), apps: [pay] }
    await say(device, [list])
    const [before] = await gateway.sql(
      'select xmin::text, seen_at from device_app where device_id = $1',
      [device.id],
    )
    await say(device, [list, list])
    expect(
      await gateway.sql('select xmin::text, seen_at from device_app where device_id = $1', [
        device.id,
      ]),
    ).toEqual([before])
    expect(await eventsOf(device.id)).toEqual([])
  })

  it('changes by what a difference says', async () => {
    const device = await gateway.addDevice()
    await say(device, [
      { full: true, hash: hashOf('a'), apps: [pay, menu] },
      {
        full: false,
        base: hashOf('a'),
        hash: hashOf('b'),
        apps: [{ ...pay, vc: 12 }],
        gone: [menu.p],
      },
    ])
    expect(await appsOf(device.id)).toMatchObject([{ package: pay.p, code: 12 }])
    const hashIs = () =>
      gateway.sql('select hash from device_inventory where device_id = $1', [device.id])
    expect(await hashIs()).toEqual([{ hash: hashOf('b') }])
    // One between is missing: whatever comes next is compared in full.
    await say(device, [{ full: false, base: hashOf('x'), hash: hashOf('y'), apps: [menu] }])
    expect(await hashIs()).toEqual([{ hash: null }])
    expect(await appsOf(device.id)).toMatchObject([{ package: menu.p }, { package: pay.p }])
  })

  it('is bounded, however many more are named by differences', async () => {
    const device = await gateway.addDevice()
    const nameds = [0, 1, 2, 3, 4].map((batch) => ({
      full: false,
      hash: hashOf(`${batch}`),
      apps: Array.from({ length: 300 }, (_, nth) => ({ p: `com.bank.${batch}.${nth}`, vc: 1 })),
    }))
    await say(device, nameds)
    expect(await appsOf(device.id)).toHaveLength(1200)
  })

  it.each([
    ['a hash that is none', { hash: 'abc' }],
    ['a negative version', { apps: [{ p: 'a', vc: -1 }] }],
    ['a package without a name', { apps: [{ p: '', vc: 1 }] }],
  ])('with %s is refused', async (_, more) => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    const list = { full: true, hash: hashOf('1'), apps: [pay], ...more }
    await terminal.up('apps', list, { id: 'odd', ack: true })
    expect((await terminal.message('ack')).body).toMatchObject({ refused: ['odd'] })
    await terminal.leave()
    expect(await appsOf(device.id)).toEqual([])
  })
})
