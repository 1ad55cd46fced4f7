import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTerminal, startTestGateway, type TestGateway } from '../../../test/testGateway.ts'
import { seedAlarmRules } from './alarmSeed.ts'
import { judgeSignals } from './judgeSignals.ts'

// Crashes of applications end with the applications, by what terminals say is installed.

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
  await seedAlarmRules(gateway.platform.db)
})
afterAll(() => gateway.close())

const pay = { p: 'com.example.pay', vc: 10, vn: '1.0' }
const menu = { p: 'com.example.menu', vc: 3, vn: '0.3' }
const hashOf = (nth: number) => String(nth).padStart(64, '0')

type Said =
  | { readonly crash: string; readonly at?: number }
  | { readonly has: readonly object[] }
  | { readonly gone: string }

let lists = 0

/** Tells it one after the other, each when the one before was kept. */
async function tell(device: Parameters<typeof openTerminal>[1], ...all: readonly Said[]) {
  const terminal = await openTerminal(gateway, device)
  for (const [nth, said] of all.entries()) {
    const more = { id: `told-${lists}-${nth}`, ack: true }
    const [base, hash] = [hashOf(lists), hashOf(++lists)]
    if ('crash' in said) {
      const data = { package: said.crash, version: '1.0' }
      await terminal.up(
        'evt',
        { code: 'APP_CRASHED', at: said.at ?? Date.now() - 1000, data },
        more,
      )
    } else if ('has' in said) await terminal.up('apps', { full: true, hash, apps: said.has }, more)
    else await terminal.up('apps', { full: false, base, hash, apps: [], gone: [said.gone] }, more)
    await terminal.message('ack', nth + 1)
  }
  await terminal.leave()
}

async function alarms(id: string): Promise<Record<string, unknown>[]> {
  await judgeSignals(gateway.platform)
  return gateway.sql(
    `select subject, state, close_cause as cause, count from alarm
      where device_id = $1 and kind = 'APP_CRASHED' order by subject`,
    [id],
  )
}

const open = { state: 'OPEN', cause: null }
const ended = { state: 'CLOSED', cause: 'ENDED' }

it('end when a list lacks the application or says that it is gone, not with another version of it', async () => {
  const device = await gateway.addDevice()
  await tell(device, { has: [pay, menu] }, { crash: pay.p }, { crash: menu.p })
  expect(await alarms(device.id)).toEqual([
    { subject: menu.p, ...open, count: 1 },
    { subject: pay.p, ...open, count: 1 },
  ])
  await tell(device, { has: [{ ...pay, vc: 11 }, menu] })
  expect(await alarms(device.id)).toMatchObject([open, open])
  await tell(device, { has: [menu] })
  expect(await alarms(device.id)).toMatchObject([
    { subject: menu.p, ...open },
    { subject: pay.p, ...ended },
  ])
  await tell(device, { gone: menu.p })
  expect(await alarms(device.id)).toMatchObject([ended, ended])
  // It is there again, and no better.
  await tell(device, { has: [pay] }, { crash: pay.p })
  expect(await alarms(device.id)).toMatchObject([
    { subject: menu.p, ...ended },
    { subject: pay.p, ...open, count: 2 },
  ])
})

it('open nothing that is over before anybody looks', async () => {
  const device = await gateway.addDevice()
  await tell(device, { has: [pay, menu] }, { crash: pay.p }, { has: [menu] })
  expect(await alarms(device.id)).toEqual([])
  // Of what came after that nothing says that it is over.
  await tell(device, { crash: pay.p, at: Date.now() + 1000 })
  expect(await alarms(device.id)).toEqual([{ subject: '', ...open, count: 1 }])
})

it('calls nobody up for an application that has no open alarm', async () => {
  const [well, ill] = [await gateway.addDevice(), await gateway.addDevice()]
  for (const device of [well, ill]) await tell(device, { has: [pay, menu] })
  await tell(ill, { crash: menu.p })
  await alarms(ill.id)
  for (const device of [well, ill]) await tell(device, { has: [] })
  expect(
    await gateway.sql(
      `select device_id as id, act, data from alarm_signal where kind = 'APP_CRASHED'`,
    ),
  ).toEqual([{ id: ill.id, act: 'END', data: { package: menu.p } }])
})
