import type { DeviceEnvelope } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { playedTerminals, quick, said, sn } from '../../test/playedTerminals.ts'

const played = playedTerminals()

describe('a terminal that is told its functions', () => {
  const told = { rev: 5, heartbeatSeconds: 1, locks: { home: true }, volume: 30, language: 'ar' }
  const informed = (rev: number) => (one: { path: string; message: DeviceEnvelope }) =>
    one.path === 'info' &&
    JSON.stringify(said(one.message).settings ?? '').includes(`"rev":${rev},`)

  it('keeps them and says so, and reports as often as it was told', async () => {
    await played.online()
    played.server.send({ sn, type: 'cfg' }, { ...told, infoSeconds: 1 })
    const { message } = await played.server.hear(informed(5))
    expect(said(message)).toMatchObject({
      language: 'ar',
      settings: { rev: 5, refused: [], locks: ['home'], volume: 30 },
    })
    const first = played.server.heard.filter(informed(5)).length
    await played.server.hear(
      (one) => informed(5)(one) && played.server.heard.filter(informed(5)).length > first,
    )
  })

  it('says by each revision what it lacks', async () => {
    await played.online({ identity: { sn, model: 'M1', vendor: 'V1', osType: 'LINUX' } })
    for (const rev of [5, 6]) {
      played.server.send({ sn, type: 'cfg' }, { ...told, rev })
      const { message } = await played.server.hear(informed(rev))
      expect(said(message)).toMatchObject({ settings: { rev, refused: ['locks'], volume: 30 } })
    }
  })

  it('does not go back to settings, nor to a time, that somebody sends again', async () => {
    // What it lacks it says of each revision.
    await played.online({ identity: { sn, model: 'M1', vendor: 'V1', osType: 'LINUX' } })
    const old = played.server.send({ sn, type: 'cfg' }, told)
    await played.server.hear(informed(5))
    played.server.send({ sn, type: 'cfg' }, { ...told, rev: 6 }, { ts: old.ts + 1 })
    await played.server.hear(informed(6))
    const now = Date.now() + 3_600_000
    played.server.send({ sn, type: 'time' }, { now })
    played.server.send({ sn, type: 'time' }, { now: now - 1_800_000 })
    played.server.resend(sn, old)
    // What comes after it has come through.
    played.server.send({ sn, type: 'cfg' }, { ...told, rev: 7 }, { ts: old.ts + 2 })
    const { message } = await played.server.hear(informed(7))
    expect(played.server.heard.filter(informed(5))).toHaveLength(1)
    expect(said(message).skewSeconds).toSatisfy((seconds: number) => seconds < -3_000)
  })

  it('does not tell where it is when it shall not', async () => {
    await played.online({ scenario: { ...quick, locateEvery: 1 } })
    played.server.send({ sn, type: 'cfg' }, { ...told, locationSeconds: 0 })
    await played.server.hear(informed(5))
    const places = () => played.server.heard.filter(({ path }) => path === 'loc').length
    const before = places()
    await played.server.hear(
      ({ path, message }) => path === 'hb' && said(message).cfgRev === 5 && said(message).up !== 0,
    )
    expect(places()).toBe(before)
  })
})

it('tells at once that it was carried out of its fence, and says so to people there', async () => {
  const terminal = await played.online()
  const fence = {
    center: { lat: 33.3, lng: 44.4 },
    radius: 200,
    dwellSeconds: 0,
    message: 'Bring me back',
  }
  // No report of the location is due for long.
  played.server.send(
    { sn, type: 'cfg' },
    { rev: 5, heartbeatSeconds: 1, locationSeconds: 3600, fence },
  )
  await played.server.hear(({ message }) => said(message).cfgRev === 5)
  const places = () => played.server.heard.filter(({ path }) => path === 'loc').length
  await played.server.hear(({ message }) => message.type === 'hb' && said(message).cfgRev === 5)
  const before = places()
  terminal.carry(true)
  await expect.poll(places).toBe(before + 1)
  const last = played.server.heard.findLast(({ path }) => path === 'loc')
  expect(last && said(last.message).fence).toBe('OUT')
  expect(terminal.screen?.text).toBe('Bring me back')
  terminal.carry(false)
  await expect.poll(places).toBe(before + 2)
  expect(terminal.screen).toBeNull()
})

it('locks itself outside and takes no payments there, and says so', async () => {
  const terminal = await played.online()
  const fence = {
    center: { lat: 33.3, lng: 44.4 },
    radius: 200,
    dwellSeconds: 0,
    message: 'Bring me back',
    lockSeconds: 0,
    noPayments: true,
  }
  played.server.send({ sn, type: 'cfg' }, { rev: 6, heartbeatSeconds: 1, fence })
  await played.server.hear(({ message }) => message.type === 'hb' && said(message).cfgRev === 6)
  expect(terminal.machine.takesPayments).toBe(true)
  terminal.carry(true)
  await played.server.hear(
    ({ path, message }) => path === 'info' && said(message).isLocked === true,
  )
  expect([terminal.machine.takesPayments, terminal.screen?.text]).toEqual([false, 'Bring me back'])
  terminal.carry(false)
  await expect.poll(() => terminal.machine.lock).toBeNull()
  expect(terminal.machine.takesPayments).toBe(true)
  played.server.send({ sn, type: 'cfg' }, { rev: 7, heartbeatSeconds: 1, payments: false })
  await expect.poll(() => terminal.machine.takesPayments).toBe(false)
})
