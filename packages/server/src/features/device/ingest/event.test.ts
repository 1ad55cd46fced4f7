import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const eventsOf = (id: string) =>
  gateway.sql(
    `select code, severity, is_over, data from device_event
      where device_id = $1 and source = 'DEVICE' and code <> 'CREATED' order by happened_at`,
    [id],
  )

it('is kept once, however often a terminal tells it', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  const at = Date.now()
  const empty = { code: 'PAPER_OUT', sev: 'LOW', at, data: { roll: 2 } }
  for (let copy = 0; copy < 3; copy++) await terminal.up('evt', empty, { id: 'one' })
  for (const id of ['two', 'three'])
    await terminal.up('evt', { code: 'PAPER_OUT', over: true, at: at + 1, dedup: 'roll 2' }, { id })
  await terminal.leave()
  expect(await eventsOf(device.id)).toEqual([
    { code: 'PAPER_OUT', severity: 'LOW', is_over: false, data: { roll: 2 } },
    { code: 'PAPER_OUT', severity: null, is_over: true, data: {} },
  ])
})

it.each([
  ['what only the server finds out', { code: 'CLONE_SUSPECTED' }],
  [
    'more than a few members',
    { data: Object.fromEntries(Array.from('abcdefghijklmnopq', (n) => [n, 1])) },
  ],
  ['something nested', { data: { deep: { down: 1 } } }],
])('with %s is refused', async (_, more) => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.up('evt', { code: 'ROOTED', at: Date.now(), ...more }, { id: 'odd', ack: true })
  expect((await terminal.message('ack')).body).toMatchObject({ refused: ['odd'] })
  await terminal.leave()
  expect(await eventsOf(device.id)).toEqual([])
})
