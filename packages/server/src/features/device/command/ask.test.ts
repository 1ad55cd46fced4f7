import { deviceMessages } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
  type TestTerminal,
} from '../../../../test/testGateway.ts'
import { expireItems, timeOutItems } from './expiry.queries.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

interface Item extends Record<string, unknown> {
  readonly state: string
  readonly asked_at: string | null
  /** Seconds from now. */
  readonly asks_in: number | null
}

async function itemOf(id: string): Promise<Item> {
  const [item] = await gateway.sql<Item>(
    `select *, extract(epoch from ask_at - now())::float8 as asks_in from push_item where id = $1`,
    [id],
  )
  if (!item) throw new Error('no such item')
  return item
}

const reaches = (id: string, state: string) =>
  eventually(async () => (await itemOf(id)).state === state)

async function connected() {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.message('time')
  return { device, terminal }
}

/** A command that its terminal has taken, and of which it has said nothing since long after its end. */
async function silent(terminal: TestTerminal, id: string): Promise<void> {
  await terminal.report(id, 'RUNNING', { pct: 40 }, `running ${id}`)
  await gateway.sql(
    `update push_item set expires_at = now() - interval '16 minutes',
      last_report_at = now() - interval '16 minutes', ask_at = now() where id = $1`,
    [id],
  )
}

const askedFor = async (terminal: TestTerminal, nth = 1) => {
  const { body } = await terminal.message('ask', nth)
  return deviceMessages.stateQuery.body.parse(body).items
}

const end = async () => {
  await expireItems(gateway.platform.pool)
  await timeOutItems(gateway.platform.pool)
}

describe('a command that was taken and is not spoken of', () => {
  it('is asked for, and its answer moves it on', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    await silent(terminal, id)
    expect(await askedFor(terminal)).toEqual([id])
    await end()
    expect((await itemOf(id)).state).toBe('RUNNING')
    await terminal.report(id, 'SUCCESS')
    expect((await itemOf(id)).state).toBe('SUCCESS')
    await terminal.leave()
  })

  it('is asked for soon when its terminal is back from a restart, and once more after its time', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    await terminal.report(id, 'RUNNING', { step: 'REBOOTING' })
    await gateway.sql(
      `update push_item set cmd = 'UPGRADE', expires_at = now() + interval '1 day' where id = $1`,
      [id],
    )
    await terminal.leave()
    await gateway.sql(`update push_item set ask_at = expires_at where id = $1`, [id])
    const back = await openTerminal(gateway, device)
    await back.message('time')
    await eventually(async () => ((await itemOf(id)).asks_in ?? Infinity) < 31)
    await gateway.sql('update push_item set ask_at = now() where id = $1', [id])
    expect(await askedFor(back)).toEqual([id])
    const { asks_in } = await itemOf(id)
    expect(asks_in).toBeGreaterThan(86_400)
    await back.leave()
  })

  it('lives on while the same answer comes, and is asked for anew', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    await silent(terminal, id)
    await askedFor(terminal)
    await terminal.report(id, 'RUNNING', { pct: 40 }, `running ${id}`)
    const item = await itemOf(id)
    expect(item.asks_in).toBeGreaterThan(440)
    expect(item.asks_in).toBeLessThan(451)
    await gateway.sql(`update push_item set asked_at = now() - interval '1 minute' where id = $1`, [
      id,
    ])
    await end()
    expect((await itemOf(id)).state).toBe('RUNNING')
    await terminal.leave()
  })

  it('ends a day after its time, whatever its terminal answers', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    await terminal.report(id, 'RUNNING', { pct: 40 })
    const age = (hours: number) =>
      gateway.sql(
        `update push_item set expires_at = now() - make_interval(hours => $2) where id = $1`,
        [id, hours],
      )
    await age(23)
    await end()
    expect((await itemOf(id)).state).toBe('RUNNING')
    await age(25)
    await end()
    expect(await itemOf(id)).toMatchObject({ state: 'TIMEOUT', code: 'C406' })
    await terminal.leave()
  })

  it('ends when nobody answers the question, not before', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    await silent(terminal, id)
    await end()
    expect((await itemOf(id)).state).toBe('RUNNING')
    await askedFor(terminal)
    await end()
    expect((await itemOf(id)).state).toBe('RUNNING')
    await gateway.sql(
      `update push_item set asked_at = now() - interval '11 seconds' where id = $1`,
      [id],
    )
    await end()
    expect(await itemOf(id)).toMatchObject({ state: 'TIMEOUT', code: 'C406' })
    expect(terminal.received.filter(({ message }) => message.type === 'ask')).toHaveLength(1)
    await terminal.leave()
  })

  it('ends without a question where its terminal is away', async () => {
    const { device, terminal } = await connected()
    const id = await gateway.command(device)
    await reaches(id, 'DELIVERED')
    await terminal.report(id, 'ACKED')
    await terminal.leave()
    await eventually(
      async () =>
        (await gateway.sql('select from device_online where device_id = $1', [device.id]))
          .length === 0,
    )
    await gateway.sql(
      `update push_item set expires_at = now() - interval '16 minutes',
        last_report_at = now() - interval '16 minutes' where id = $1`,
      [id],
    )
    await end()
    expect(await itemOf(id)).toMatchObject({ state: 'TIMEOUT', asked_at: null })
  })
})

describe('a command that was delivered and never answered', () => {
  it.each([
    [600, 480],
    [40, 30],
  ])('of %i seconds is asked for after %i, together with others', async (ttlSeconds, after) => {
    const { device, terminal } = await connected()
    const ids = [
      await gateway.command(device, { ttlSeconds }),
      await gateway.command(device, { ttlSeconds }),
    ]
    for (const id of ids) {
      await reaches(id, 'DELIVERED')
      expect(Math.abs(((await itemOf(id)).asks_in ?? 0) - after)).toBeLessThan(10)
    }
    await gateway.sql('update push_item set ask_at = now() where id = any($1)', [ids])
    expect((await askedFor(terminal)).toSorted()).toEqual(ids.toSorted())
    const [first = '', second = ''] = ids
    await terminal.report(first, 'SUCCESS')
    expect((await itemOf(first)).state).toBe('SUCCESS')
    await gateway.sql('update push_item set expires_at = now() where id = $1', [second])
    await end()
    expect((await itemOf(second)).state).toBe('DELIVERED')
    await gateway.sql(
      `update push_item set asked_at = now() - interval '11 seconds' where id = $1`,
      [second],
    )
    await end()
    expect((await itemOf(second)).state).toBe('EXPIRED')
    await terminal.leave()
  })
})
