import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { enrolmentKey, PlayedServer } from '../../test/playedServer.ts'
import { calm } from '../scenarios/calm.ts'
import { flaky } from '../scenarios/flaky.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'

let server: PlayedServer
let folder: string
const fleets: Fleet[] = []

beforeEach(async () => {
  server = await PlayedServer.start()
  folder = await mkdtemp(join(tmpdir(), 'muster-fleet-'))
})
afterEach(async () => {
  await Promise.all(fleets.splice(0).map((fleet) => fleet.stop()))
  await server.stop()
  await rm(folder, { recursive: true })
})

const estate = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    sn: `SIM-0000${n}`,
    model: 'M1',
    vendor: 'V1',
    token: enrolmentKey,
  }))

async function start(change: Partial<FleetOptions> = {}): Promise<Fleet> {
  const fleet = await startFleet({
    mqtt: server.mqtt,
    terminals: estate(5),
    scenario: calm,
    seed: '7',
    state: join(folder, 'state'),
    connectsPerSecond: 1000,
    ...change,
  })
  fleets.push(fleet)
  await Promise.all(fleet.terminals.map((terminal) => terminal.untilOnline()))
  return fleet
}

const moment = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
/** Milliseconds, also on a busy machine; less than a terminal waits for a server that is silent. */
const prompt = 10_000
const entry = z.object({
  sn: z.string(),
  id: z.string(),
  type: z.string(),
  at: z.number(),
  by: z.enum(['broker', 'platform']),
})

describe('a fleet', () => {
  it('counts what its terminals do, and records what was acknowledged', async () => {
    const record = join(folder, 'record.jsonl')
    const fleet = await start({ record })
    await expect.poll(() => fleet.figures.answered).toBe(30)
    await fleet.stop()
    const { figures } = fleet
    expect(figures).toMatchObject({ online: 0, enrolled: 5, connects: 5, faults: {} })
    expect(figures.disconnects).toEqual({ stop: 5 })
    expect(figures.byType).toMatchObject({ act: 5, info: 5, key: 5, conn: 10 })
    expect(figures.latency.p50).toBeGreaterThan(0)
    expect(figures.latency.p95).toBeGreaterThanOrEqual(figures.latency.p50)
    const lines = (await readFile(record, 'utf8')).trim().split('\n')
    const entries = lines.map((line) => entry.parse(JSON.parse(line)))
    const recorded = entries.filter(({ by }) => by === 'broker').map(({ id }) => id)
    expect(entries).toHaveLength(figures.acknowledged + figures.answered)
    expect(recorded).toHaveLength(figures.acknowledged)
    expect(new Set(server.heard.map(({ message }) => message.id))).toEqual(
      new Set([...recorded, ...registrations()]),
    )
  })

  it('goes on with its credentials in the next run, which nobody else may read', async () => {
    await (await start()).stop()
    const fleet = await start({ terminals: estate(5).map((one) => ({ ...one, token: null })) })
    expect(fleet.figures.enrolled).toBe(0)
    const { mode } = await stat(join(folder, 'state', 'credentials.jsonl'))
    expect(mode & 0o077).toBe(0)
  })

  it('goes on with reports that the platform has not answered in the next run', async () => {
    server.answers = false
    const terminals = estate(1)
    const answers = { ...calm.answers, run: [0, 10] } satisfies Scenario['answers']
    const scenario: Scenario = { ...calm, answers }
    const fleet = await start({ terminals, scenario })
    const [{ sn } = { sn: '' }] = terminals
    const item = randomUUID()
    server.send({ sn, type: 'cmd' }, { item, cmd: 'LOCATE', args: {}, attempt: 1 })
    await expect.poll(() => fleet.terminals[0]?.unanswered).toBe(2)
    await fleet.stop()
    const reports = () => server.heard.filter(({ path }) => path === `task/${item}`)
    expect(reports().length).toBe(1)
    server.answers = true
    const next = await start({ terminals, scenario })
    await expect.poll(() => reports().length).toBe(3)
    const [first, again, last] = reports().map(({ message }) => message)
    expect(again).toEqual(first)
    expect(last?.body).toMatchObject({ state: 'SUCCESS' })
    await expect.poll(() => next.terminals[0]?.unanswered).toBe(0)
  })

  it('says goodbye and is gone', async () => {
    const fleet = await start({ terminals: estate(9) })
    const begun = performance.now()
    await fleet.stop()
    expect(performance.now() - begun).toBeLessThan(prompt)
  })

  it('stops at once, also while a server does not answer', async () => {
    const silent = createServer()
    await new Promise<void>((done) => {
      silent.listen(0, '127.0.0.1', done)
    })
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const fleet = await startFleet({
      mqtt: `mqtt://127.0.0.1:${port}`,
      terminals: estate(3),
      scenario: calm,
      seed: '7',
      state: join(folder, 'state'),
    })
    await moment(150)
    const begun = performance.now()
    await fleet.stop()
    expect(performance.now() - begun).toBeLessThan(prompt)
    silent.close()
  })

  it('loses its network together where the scenario says so', async () => {
    const scenario: Scenario = {
      ...calm,
      absence: { after: [0.5, 0.5], lasts: [0.4, 0.4], cut: 1, isTogether: true },
      reconnect: [0, 0.1],
    }
    const fleet = await start({ scenario })
    await Promise.all(fleet.terminals.map((terminal) => terminal.untilOffline()))
    expect(fleet.figures.online).toBe(0)
    await Promise.all(fleet.terminals.map((terminal) => terminal.untilOnline()))
    expect(fleet.figures).toMatchObject({ reconnects: 5, disconnects: { absence: 5 } })
  })
})

describe('the same seed', () => {
  const beats = (sn: string) =>
    server.heard.flatMap(({ sn: from, path, message }) => {
      const { up: _, ...body } = z.record(z.string(), z.unknown()).parse(message.body)
      return from === sn && path === 'hb' ? [body] : []
    })

  async function lives(seed: string): Promise<unknown[]> {
    const state = join(folder, `state-${Math.random()}`)
    const scenario: Scenario = { ...flaky, absence: null, jitter: 0, malformed: 0, repeated: 0 }
    const begun = beats('SIM-00000').length
    const fleet = await start({ seed, state, scenario, terminals: estate(1) })
    while (beats('SIM-00000').length < begun + 4) await moment(50)
    await fleet.stop()
    return beats('SIM-00000').slice(begun, begun + 4)
  }

  it('gives the same life, another seed another', async () => {
    const first = await lives('7')
    expect(await lives('7')).toEqual(first)
    expect(await lives('8')).not.toEqual(first)
  })
})

describe('the command', () => {
  it('runs an estate for a while and tells how it went', async () => {
    const file = join(folder, 'estate.json')
    await writeFile(file, JSON.stringify({ mqtt: server.mqtt, terminals: estate(3) }))
    const program = fileURLToPath(new URL('../bin/simulate.ts', import.meta.url))
    const words = ['--estate', file, '--state', join(folder, 'state'), '--scenario', 'demo']
    const child = spawn(process.execPath, [program, ...words])
    let said = ''
    child.stdout.on('data', (text) => {
      said += String(text)
    })
    for (const { sn: wanted } of estate(3))
      await server.hear(({ sn, path }) => sn === wanted && path === 'hb')
    const asked = performance.now()
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(performance.now() - asked).toBeLessThan(prompt)
    expect(child.exitCode).toBe(0)
    expect(said).toMatch(/connects +3 \(0 reconnects, 3 enrolled\)/)
    expect(said).toMatch(/latency +p50 [0-9.]+ ms, p95 [0-9.]+ ms/)
    expect(said).toMatch(/errors +none/)
    expect(server.heard.filter(({ message }) => isStop(message.body))).toHaveLength(3)
  })
})

const registrations = () =>
  server.heard.flatMap(({ path, message }) => (path === 'reg' ? [message.id] : []))
const isStop = (body: unknown) => JSON.stringify(body) === '{"s":"offline","r":"stop"}'
