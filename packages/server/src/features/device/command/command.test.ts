import { createHash, createPublicKey, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { downText } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
  type TestTerminal,
} from '../../../../test/testGateway.ts'
import { loadDownKey } from '../downKey.ts'
import { tasksPath } from '../paths.ts'
import { expireItems, timeOutItems } from './expiry.queries.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})

afterAll(() => gateway.close())

interface Item extends Record<string, unknown> {
  readonly state: string
  readonly publications: number
  readonly stale_reports: number
}

async function itemOf(id: string): Promise<Item> {
  const [item] = await gateway.sql<Item>('select * from push_item where id = $1', [id])
  if (!item) throw new Error('no such item')
  return item
}

const reaches = (id: string, state: string) =>
  eventually(async () => (await itemOf(id)).state === state)

const reportsOf = async (id: string) =>
  (
    await gateway.sql<{ outcome: string; state: string }>(
      'select * from push_report where item_id = $1 order by received_at, id',
      [id],
    )
  ).map(({ state, outcome }) => `${state} ${outcome}`)

async function connected() {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.message('time')
  return { device, terminal }
}

/** The commands that a terminal was sent before one that is given now. */
async function commandsUntilNow(device: TestDevice, terminal: TestTerminal) {
  const last = await gateway.command(device)
  const sent = () =>
    terminal.received.flatMap(({ message: { type, body } }) =>
      type === 'cmd' ? [(body as { item: string }).item] : [],
    )
  await eventually(async () => sent().includes(last))
  return sent().filter((item) => item !== last)
}

/** Makes the next sending of a command due now. */
const makeDue = (id: string) =>
  gateway.sql('update push_item set next_publish_at = now() where id = $1', [id])

describe('a command', () => {
  it('ends a command whose secrets nobody can read any more, and sends the others', async () => {
    const device = await gateway.addDevice()
    const args = { ssid: 'Office', security: 'WPA2', password: 'sealed with another key' }
    const lost = await gateway.command(device, { cmd: 'SET_WIFI', args })
    await gateway.sql(
      `update push set args = jsonb_set(args, '{password}', '"bm90IHNlYWxlZA=="')
      where id = (select push_id from push_item where id = $1)`,
      [lost],
    )
    await gateway.sql(
      `update push_item set args = jsonb_set(args, '{password}', '"bm90IHNlYWxlZA=="') where id = $1`,
      [lost],
    )
    const other = await gateway.command(device)
    const terminal = await openTerminal(gateway, device)
    expect((await terminal.message('cmd')).body).toMatchObject({ item: other })
    const [ended] = await gateway.sql<{ state: string; code: string }>(
      'select state, code from push_item where id = $1',
      [lost],
    )
    expect(ended).toEqual({ state: 'FAILED', code: 'C403' })
    await terminal.leave()
  })

  it('goes from the queue to its success, each step at its moment', async () => {
    const { device, terminal } = await connected()
    const changes: string[] = []
    const end = gateway.platform.live.subscribe(({ path }) => changes.push(path))
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    for (const [state, more] of [
      ['ACKED', {}],
      ['RUNNING', { pct: 50 }],
      ['SUCCESS', {}],
    ] as const) {
      await terminal.report(id, state, more)
      expect((await itemOf(id)).state).toBe(state)
    }
    const done = await itemOf(id)
    for (const moment of ['published_at', 'delivered_at', 'acked_at', 'ended_at'])
      expect(done[moment]).toEqual(expect.any(String))
    expect(done).toMatchObject({ percent: 100, publications: 1, stale_reports: 0 })
    expect(done['next_publish_at']).toBeNull()
    await eventually(async () => changes.includes(tasksPath(device.id)))
    end()
    await terminal.leave()
  })

  it('is signed for its terminal', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device, { cmd: 'MESSAGE', args: { title: 'a', text: 'ب' } })
    const message = await terminal.message('cmd')
    expect(message.body).toMatchObject({
      item: id,
      cmd: 'MESSAGE',
      args: { text: 'ب' },
      attempt: 1,
    })
    const { publicKey } = await loadDownKey(gateway.platform)
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    const digest = createHash('sha256').update(JSON.stringify(message.body)).digest('hex')
    const isSigned = (sn: string) =>
      verify(
        null,
        Buffer.from(downText(message, sn, digest)),
        key,
        Buffer.from(message.sig ?? '', 'base64'),
      )
    expect([isSigned(device.sn), isSigned('OTHER-1')]).toEqual([true, false])
    await terminal.leave()
  })

  it('to an absent terminal is delivered when it comes', async () => {
    const device = await gateway.addDevice()
    const id = await gateway.command(device)
    await eventually(async () => (await gateway.sql('select from outbox')).length === 0)
    expect((await itemOf(id)).state).toBe('QUEUED')
    const terminal = await openTerminal(gateway, device)
    expect((await terminal.message('cmd')).body).toMatchObject({ item: id })
    await reaches(id, 'DELIVERED')
    await terminal.leave()
  })

  it('that is not answered is sent again with the same message id, and so when the terminal returns', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    const first = await terminal.message('cmd')
    await reaches(id, 'DELIVERED')
    await makeDue(id)
    const second = await terminal.message('cmd', 2)
    expect(second.id).toBe(first.id)
    expect(await itemOf(id)).toMatchObject({ state: 'DELIVERED', publications: 2 })
    await terminal.leave()
    const returned = await openTerminal(gateway, device)
    expect((await returned.message('cmd')).id).toBe(first.id)
    await returned.report(id, 'ACKED')
    await returned.leave()
    const later = await openTerminal(gateway, device)
    expect(await commandsUntilNow(device, later)).toEqual([])
    await later.leave()
  })

  it('waits until its terminal listens', async () => {
    const { device, terminal } = await connected()
    await terminal.client.unsubscribeAsync(`tms/v1/main/${device.sn}/down/#`)
    const id = await gateway.command(device)
    await sleep(400)
    await terminal.leave()
    const returned = await openTerminal(gateway, device)
    expect((await returned.message('cmd')).body).toMatchObject({ item: id })
    await returned.leave()
  })
})

describe('an answer', () => {
  async function sent(): Promise<
    { device: TestDevice; id: string } & Awaited<ReturnType<typeof connected>>
  > {
    const parts = await connected()
    const id = await gateway.command(parts.device)
    await reaches(id, 'DELIVERED')
    return { ...parts, id }
  }

  it('that comes twice is recorded and moves nothing', async () => {
    const { terminal, id } = await sent()
    await terminal.report(id, 'ACKED', {}, 'one')
    await terminal.report(id, 'SUCCESS', {}, 'two')
    await terminal.report(id, 'SUCCESS', {}, 'two')
    expect(await itemOf(id)).toMatchObject({ state: 'SUCCESS', stale_reports: 1 })
    expect(await reportsOf(id)).toEqual(['ACKED MOVED', 'SUCCESS MOVED', 'SUCCESS REPEATED'])
    await terminal.leave()
  })

  it('that comes late never moves a state backwards', async () => {
    const { terminal, id } = await sent()
    for (const state of ['RUNNING', 'ACKED', 'SUCCESS', 'RUNNING', 'FAILED'])
      await terminal.report(id, state)
    expect(await itemOf(id)).toMatchObject({ state: 'SUCCESS', stale_reports: 3 })
    expect(await reportsOf(id)).toEqual([
      'RUNNING MOVED',
      'ACKED LATE',
      'SUCCESS MOVED',
      'RUNNING LATE',
      'FAILED LATE',
    ])
    await terminal.leave()
  })

  it('after the expiry is recorded only', async () => {
    const { terminal, id } = await sent()
    await gateway.sql(`update push_item set expires_at = now() where id = $1`, [id])
    await expireItems(gateway.platform.pool)
    await terminal.report(id, 'SUCCESS')
    expect(await itemOf(id)).toMatchObject({ state: 'EXPIRED', code: 'S601', stale_reports: 1 })
    await terminal.leave()
  })

  it.each([
    ['RATE', 'S611'],
    ['BLACKOUT', 'S609'],
    [null, 'S601'],
  ])('tells apart what was never sent: it waited for %s', async (waitsFor, code) => {
    const { terminal, id } = await sent()
    await gateway.sql(
      `update push_item set state = 'QUEUED', published_at = null, waits_for = $2, expires_at = now()
        where id = $1`,
      [id, waitsFor],
    )
    await expireItems(gateway.platform.pool)
    expect(await itemOf(id)).toMatchObject({ state: 'EXPIRED', code })
    await terminal.leave()
  })

  it('of all steps in one batch is taken in order', async () => {
    const { terminal, id } = await sent()
    await Promise.all(['ACKED', 'RUNNING', 'SUCCESS'].map((state) => terminal.report(id, state)))
    expect(await itemOf(id)).toMatchObject({ state: 'SUCCESS', stale_reports: 0 })
    await terminal.leave()
  })

  it('of another terminal counts for nothing', async () => {
    const { terminal, id } = await sent()
    const other = await connected()
    await other.terminal.report(id, 'FAILED', { code: 'C404' })
    expect(await itemOf(id)).toMatchObject({ state: 'DELIVERED', stale_reports: 0 })
    await Promise.all([terminal.leave(), other.terminal.leave()])
  })

  it('refuses with its code', async () => {
    const { terminal, id } = await sent()
    await terminal.report(id, 'REFUSED', { code: 'C402', msg: 'policy' })
    expect(await itemOf(id)).toMatchObject({ state: 'REFUSED', code: 'C402', message: 'policy' })
    await terminal.leave()
  })
})

describe('time', () => {
  it('ends a command that nobody answered', async () => {
    const device = await gateway.addDevice()
    const id = await gateway.command(device, { ttlSeconds: 0 })
    const ended = await expireItems(gateway.platform.pool)
    expect(ended).toContainEqual(
      expect.objectContaining({ id, deviceId: device.id, orgId: gateway.orgId }),
    )
    expect(await itemOf(id)).toMatchObject({ state: 'EXPIRED' })
    const terminal = await openTerminal(gateway, device)
    expect(await commandsUntilNow(device, terminal)).toEqual([])
    await terminal.leave()
  })

  it('ends a command whose terminal fell silent', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    await terminal.report(id, 'RUNNING', { pct: 10 })
    await gateway.sql(
      `update push_item set expires_at = now() - interval '16 minutes',
        last_report_at = now() - interval '16 minutes' where id = $1`,
      [id],
    )
    await expireItems(gateway.platform.pool)
    expect((await itemOf(id)).state).toBe('RUNNING')
    await timeOutItems(gateway.platform.pool)
    expect((await itemOf(id)).state).toBe('RUNNING')
    await gateway.sql(`update push_item set asked_at = now() - interval '1 minute' where id = $1`, [
      id,
    ])
    await timeOutItems(gateway.platform.pool)
    expect(await itemOf(id)).toMatchObject({ state: 'TIMEOUT', code: 'C406' })
    await terminal.leave()
  })
})
