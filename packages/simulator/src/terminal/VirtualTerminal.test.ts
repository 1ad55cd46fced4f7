import { randomUUID } from 'node:crypto'
import type { DeviceEnvelope } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { playedTerminals, quick, said, sn } from '../../test/playedTerminals.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { unobserved } from './observer.ts'

const impatient: Scenario = { ...quick, repeat: [0.05, 0.1] }

const played = playedTerminals()
const { online } = played

const command = (cmd: string, args: object = {}) => ({
  item: randomUUID(),
  cmd,
  args,
  attempt: 1,
})

const states = (item: string) => statesOf(reportsOf(item))
const reportsOf = (item: string) =>
  played.server.heard.filter(({ path }) => path === `task/${item}`)
const statesOf = (reports: ReturnType<typeof reportsOf>) =>
  reports.map(({ message }) => said(message).state)
const ends = (item: string, state: string) =>
  played.server.hear(
    ({ path, message }) => path === `task/${item}` && said(message).state === state,
  )
const moment = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

describe('a terminal that is told of other addresses', () => {
  const told = (...urls: readonly string[]) => ({
    rev: 9,
    heartbeatSeconds: 1,
    timeZone: 'Asia/Baghdad',
    endpoints: urls.map((url) => ({ kind: 'MQTT', url, weight: 1 })),
  })
  const isAt = (url: string) =>
    played.server.hear(({ path, message }) => path === 'conn' && said(message).ep === url)

  it('goes there, says so, and says what it was told as its own', async () => {
    const terminal = await online()
    const other = played.server.mqtt.replace('127.0.0.1', 'localhost')
    await isAt(played.server.mqtt)
    played.server.send({ sn, type: 'cfg' }, told(other))
    await isAt(other)
    await played.server.hear(({ path, message }) => path === 'hb' && said(message).ep === other)
    await played.server.hear(({ path, message }) => path === 'hb' && said(message).cfgRev === 9)
    const zoned = ({ path, message }: { path: string; message: DeviceEnvelope }) =>
      path === 'info' && said(message).timezone === 'Asia/Baghdad'
    await played.server.hear(zoned)
    expect(played.server.heard.some(({ message }) => said(message).r === 'moved')).toBe(true)
    await terminal.untilOnline()
  })

  it('comes back to where it was when nobody answers there', async () => {
    const terminal = await online()
    played.server.send({ sn, type: 'cfg' }, told('mqtt://127.0.0.1:9'))
    await played.server.hear(({ message }) => said(message).r === 'moved')
    const { length } = played.server.heard
    await terminal.untilOffline()
    const back = await played.server.hear(
      (one) => one.path === 'hb' && played.server.heard.indexOf(one) >= length,
    )
    expect(said(back.message).ep).toBe(played.server.mqtt)
  })
})

describe('a terminal without a credential', () => {
  it('registers with the enrolment key, then proves its own secret', async () => {
    await online()
    expect(played.server.attempts).toEqual([
      { clientId: `b:${sn}`, ok: true },
      { clientId: `d:${sn}`, ok: true },
    ])
    await played.server.hear(({ path }) => path === 'hb')
    const first = played.server.heard.map(({ path }) => path)
    expect(first.slice(0, 3)).toEqual(['reg', 'conn', 'act'])
    expect(first).toEqual(expect.arrayContaining(['info', 'net', 'loc', 'hb']))
    expect(played.server.heard[0]?.message.body).toMatchObject({ sn, model: 'M1', vendor: 'V1' })
  })

  it('asks again when nobody has claimed it yet', async () => {
    played.server.registrations.push(
      { result: 'UNCLAIMED' },
      { result: 'REFUSED', reason: 'NOT_YET' },
    )
    await online()
    expect(played.server.heard.filter(({ path }) => path === 'reg')).toHaveLength(3)
  })
})

describe('a terminal with a credential', () => {
  it('proves each connection anew, and does not register again', async () => {
    const terminal = await online()
    played.server.cut()
    await terminal.untilOffline()
    await terminal.untilOnline()
    expect(played.server.attempts.map(({ clientId, ok }) => [clientId[0], ok])).toEqual([
      ['b', true],
      ['d', true],
      ['d', true],
    ])
  })

  it('shows its enrolment key again when the server no longer knows it', async () => {
    const terminal = await online()
    played.server.forget(sn)
    played.server.cut()
    await terminal.untilOffline()
    await terminal.untilOnline()
    expect(played.server.attempts.filter(({ ok }) => !ok)).toHaveLength(1)
  })

  it('beats as often as its configuration says', async () => {
    played.server.heartbeatSeconds = 3600
    await online()
    const beats = () => played.server.heard.filter(({ path }) => path === 'hb').length
    played.server.send({ sn, type: 'cfg' }, { rev: 4, heartbeatSeconds: 1 })
    await played.server.hear(({ message }) => said(message).cfgRev === 4)
    expect(beats()).toBeGreaterThan(1)
  })

  it('tells its last will when the line breaks, and leaves by itself when it is switched off', async () => {
    const terminal = await online()
    terminal.goOffline()
    await played.server.hear(({ message }) => said(message).r === 'lwt')
    terminal.comeBack()
    await terminal.untilOnline()
    await terminal.stop()
    const wills = played.server.heard.filter(({ message }) => said(message).r === 'lwt')
    expect(wills).toHaveLength(1)
    expect(played.server.heard.at(-1)?.message.body).toEqual({ s: 'offline', r: 'stop' })
  })
})

describe('a command', () => {
  it('is acknowledged, done and reported', async () => {
    const terminal = await online()
    const body = command('MESSAGE', { title: 'Hello', text: 'From the office' })
    const sent = played.server.send({ sn, type: 'cmd' }, body)
    const { message } = await ends(body.item, 'SUCCESS')
    expect(states(body.item)).toEqual(['ACKED', 'SUCCESS'])
    expect(message.cid).toBe(sent.id)
    expect(terminal.screen).toMatchObject({ title: 'Hello', text: 'From the office' })
  })

  it('that takes a while tells how far it is', async () => {
    const answers = { ...quick.answers, run: [310, 320] } satisfies Scenario['answers']
    await online({ scenario: { ...quick, answers } })
    const body = command('LOCATE')
    played.server.send({ sn, type: 'cmd' }, body)
    await ends(body.item, 'SUCCESS')
    const percents = reportsOf(body.item).map(({ message }) => said(message).pct)
    expect(percents).toEqual([undefined, 10, 40, 75, undefined])
  })

  it('that comes twice is done once, and its last report is repeated', async () => {
    const terminal = await online()
    const body = command('MESSAGE', { title: 'Once', text: 'only' })
    const sent = played.server.send({ sn, type: 'cmd' }, body)
    const { message } = await ends(body.item, 'SUCCESS')
    played.server.resend(sn, sent)
    await expect.poll(() => states(body.item)).toEqual(['ACKED', 'SUCCESS', 'SUCCESS'])
    expect(terminal.effects).toHaveLength(1)
    expect(reportsOf(body.item).at(-1)?.message).toEqual(message)
  })

  it('that the platform asks for is told of again, with its last report', async () => {
    const terminal = await online()
    const body = command('MESSAGE', { title: 'Once', text: 'only' })
    played.server.send({ sn, type: 'cmd' }, body)
    const { message } = await ends(body.item, 'SUCCESS')
    await expect.poll(() => terminal.unanswered).toBe(0)
    played.server.send({ sn, type: 'ask' }, { items: [randomUUID(), body.item] })
    await expect.poll(() => states(body.item)).toEqual(['ACKED', 'SUCCESS', 'SUCCESS'])
    expect(reportsOf(body.item).at(-1)?.message).toEqual(message)
    expect(terminal.effects).toHaveLength(1)
  })

  it('that is called off before it has begun is left be', async () => {
    const answers = { ...quick.answers, run: [60_000, 60_000] } satisfies Scenario['answers']
    const terminal = await online({ scenario: { ...quick, answers } })
    const body = command('MESSAGE', { title: 'Never', text: 'shown' })
    played.server.send({ sn, type: 'cmd' }, body)
    await ends(body.item, 'RUNNING')
    const { item, attempt } = body
    played.server.send({ sn, type: 'cancel' }, { item, attempt, reason: 'S602' })
    await ends(item, 'CANCELLED')
    expect(terminal.effects).toEqual([])
  })

  it('of which it says no more is not told of again either', async () => {
    const answers = { ...quick.answers, silent: 1 } satisfies Scenario['answers']
    await online({ scenario: { ...quick, answers } })
    const body = command('LOCATE')
    played.server.send({ sn, type: 'cmd' }, body)
    await ends(body.item, 'ACKED')
    const { length } = played.server.heard
    played.server.send({ sn, type: 'ask' }, { items: [body.item] })
    // Two beats later it would have answered.
    const beats = () => played.server.heard.slice(length).filter(({ path }) => path === 'hb').length
    await expect.poll(beats).toBeGreaterThan(1)
    expect(states(body.item)).toEqual(['ACKED'])
  })

  it('without the right signature is not obeyed', async () => {
    const terminal = await online()
    const forged = command('MESSAGE', { title: 'Forged', text: 'x' })
    const sent = played.server.send({ sn, type: 'cmd' }, forged, {
      sig: Buffer.alloc(64).toString('base64'),
    })
    const { sig: _, ...unsigned } = sent
    played.server.resend(sn, { ...unsigned, id: randomUUID() })
    const moved = played.server.send(
      { sn, type: 'cmd' },
      command('MESSAGE', { title: 'Right', text: 'x' }),
    )
    played.server.resend(sn, { ...moved, id: randomUUID() })
    await ends(String(said(moved).item), 'SUCCESS')
    await moment(100)
    expect(terminal.effects).toHaveLength(1)
    expect(states(forged.item)).toEqual([])
  })

  it('that expired on the way is reported so and not done', async () => {
    const terminal = await online()
    const body = command('MESSAGE', { title: 'Late', text: 'x' })
    played.server.send({ sn, type: 'cmd' }, body, { exp: Date.now() - 1000 })
    const { message } = await ends(body.item, 'EXPIRED')
    expect(message.body).toMatchObject({ code: 'S601' })
    expect(terminal.effects).toEqual([])
  })

  it('is judged by the clock of the server where its own is wrong', async () => {
    const terminal = await online({ scenario: { ...quick, skew: [7200, 7200] } })
    played.server.send({ sn, type: 'time' }, { now: Date.now() })
    const body = command('LOCATE')
    played.server.send({ sn, type: 'cmd' }, body, { exp: Date.now() + 60_000 })
    const { message } = await ends(body.item, 'SUCCESS')
    expect(terminal.effects).toHaveLength(1)
    expect(Math.abs(Number(said(message).at) - Date.now())).toBeGreaterThan(7_000_000)
  })

  it.each([
    ['C401', command('EXPLODE')],
    ['C403', command('MESSAGE', { title: '' })],
  ])('that the terminal cannot obey is refused with %s', async (code, body) => {
    await online()
    played.server.send({ sn, type: 'cmd' }, body)
    const { message } = await ends(body.item, 'REFUSED')
    expect(message.body).toMatchObject({ code })
  })

  it('that its model is not made for is refused with C401', async () => {
    const terminal = await online({
      identity: { sn, model: 'C2', vendor: 'cedar', osType: 'RTOS' },
    })
    const body = command('MESSAGE', { title: 'Closing', text: 'At six' })
    played.server.send({ sn, type: 'cmd' }, body)
    const { message } = await ends(body.item, 'REFUSED')
    expect(message.body).toMatchObject({ code: 'C401' })
    expect(terminal.effects).toEqual([])
  })

  it('ends as a test decides', async () => {
    const terminal = await online()
    terminal.refuseNext('C405')
    terminal.failNext('C406')
    terminal.duplicateNext()
    const bodies = [command('LOCATE'), command('LOCATE'), command('LOCATE')]
    for (const body of bodies) {
      const arrived = terminal.waitForCommand()
      played.server.send({ sn, type: 'cmd' }, body)
      expect((await arrived).item).toBe(body.item)
    }
    await ends(bodies[2]?.item ?? '', 'SUCCESS')
    await moment(100)
    expect(bodies.map(({ item }) => states(item))).toEqual([
      ['REFUSED'],
      ['ACKED', 'FAILED'],
      ['ACKED', 'ACKED', 'SUCCESS', 'SUCCESS'],
    ])
  })
})

describe('a restart', () => {
  it('ends the connection, and is reported by the next boot', async () => {
    const terminal = await online()
    const before = terminal.boot
    const body = command('REBOOT', { delay: 0 })
    played.server.send({ sn, type: 'cmd' }, body)
    await ends(body.item, 'SUCCESS')
    expect(terminal.boot.count).toBe(before.count + 1)
    expect(terminal.boot.id).not.toBe(before.id)
    const path = played.server.heard.map(({ path, message }) =>
      path === 'conn' ? said(message).s : path.startsWith('task') ? said(message).state : '',
    )
    expect(path.filter(Boolean)).toEqual(['online', 'ACKED', 'offline', 'online', 'SUCCESS'])
    const last = played.server.heard.filter(({ path }) => path === 'info').at(-1)
    expect(last?.message.body).toMatchObject({ bootId: terminal.boot.id })
  })
})

describe('a wipe', () => {
  it('erases what the terminal was told, and is done when it is back without it', async () => {
    const terminal = await online()
    const note = command('MESSAGE', { title: 'Closed', text: 'Until noon', mustRead: false })
    played.server.send({ sn, type: 'cmd' }, note)
    await ends(note.item, 'SUCCESS')
    expect(terminal.screen).not.toBeNull()
    const before = terminal.boot
    const body = { ...command('WIPE'), sn }
    played.server.send({ sn, type: 'cmd' }, body)
    await ends(body.item, 'SUCCESS')
    expect(terminal.screen).toBeNull()
    expect(terminal.boot.count).toBe(before.count + 1)
    const back = played.server.heard.filter(({ path }) => path === 'conn').at(-1)
    expect(back?.message.body).toMatchObject({ s: 'online', cfgRev: 0 })
  })
})

describe('a report', () => {
  it('that was written without a connection arrives after the return', async () => {
    const answers = { ...quick.answers, acknowledge: [60, 60] } satisfies Scenario['answers']
    const terminal = await online({ scenario: { ...quick, answers } })
    const body = command('LOCATE')
    const arrived = terminal.waitForCommand()
    played.server.send({ sn, type: 'cmd' }, body)
    await arrived
    terminal.goOffline()
    await expect.poll(() => terminal.unanswered).toBe(2)
    expect(states(body.item)).toEqual([])
    terminal.comeBack()
    await ends(body.item, 'SUCCESS')
    expect(states(body.item)).toEqual(['ACKED', 'SUCCESS'])
    await expect.poll(() => terminal.unanswered).toBe(0)
  })

  const told = async () => {
    const body = command('LOCATE')
    played.server.send({ sn, type: 'cmd' }, body)
    await ends(body.item, 'ACKED')
    return body.item
  }
  const heard = (item: string, count: number) =>
    expect.poll(() => reportsOf(item).length).toBeGreaterThanOrEqual(count)

  it('that the platform does not answer goes out again, the same, and nothing overtakes it', async () => {
    played.server.answers = false
    const terminal = await online({ scenario: impatient })
    const item = await told()
    await heard(item, 4)
    expect(new Set(states(item))).toEqual(new Set(['ACKED']))
    const ids = new Set(reportsOf(item).map(({ message }) => message.id))
    expect(ids.size).toBe(1)
    played.server.answers = true
    played.server.acknowledge(sn, [...ids])
    await ends(item, 'SUCCESS')
    await expect.poll(() => terminal.unanswered).toBe(0)
  })

  it('goes out again over the next connection', async () => {
    played.server.answers = false
    const terminal = await online()
    const item = await told()
    played.server.cut()
    await terminal.untilOffline()
    await heard(item, 2)
    expect(terminal.unanswered).toBe(2)
  })

  it('is the end of it where the platform is too old to answer', async () => {
    played.server.answers = false
    const terminal = await online()
    played.server.send({ sn, type: 'time' }, { now: Date.now() })
    const item = await told()
    await ends(item, 'SUCCESS')
    await expect.poll(() => terminal.unanswered).toBe(0)
  })

  it('that the platform refuses is given up, and counted', async () => {
    played.server.answers = false
    const faults: string[] = []
    const observer = { ...unobserved, fault: (kind: string) => void faults.push(kind) }
    const terminal = await online({ observer })
    const item = await told()
    const [first] = reportsOf(item)
    played.server.send({ sn, type: 'ack' }, { kept: [], refused: [first?.message.id] })
    await ends(item, 'SUCCESS')
    expect(faults).toContain('refused')
    expect(terminal.unanswered).toBe(1)
  })
})
