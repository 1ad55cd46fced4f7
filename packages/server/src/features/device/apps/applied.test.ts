import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'
import { store } from '../ingest/ingest.ts'
import { saveApplied } from './applied.queries.ts'

let app: TestApp
let modelId: string
let deviceId: string
let sn: string

beforeAll(async () => {
  app = await startTestApp()
  modelId = await addModel(app.platform)
})
afterAll(() => app.close())

beforeEach(async () => {
  ;({ id: deviceId, sn } = await addDevice(app.platform, { modelId, orgId: app.rootId }))
})

const hash = (nibble: string): string => nibble.repeat(64)

const arrivalOf = (from: { readonly id: string; readonly sn: string }, params: object) => ({
  kind: 'up' as const,
  deviceId: from.id,
  sn: from.sn,
  at: Date.now(),
  arrivalId: randomUUID(),
  message: {
    id: randomUUID(),
    ts: Date.now(),
    asks: false,
    kind: 'hb' as const,
    body: { params: { ...params } },
  },
  done: () => undefined,
})

const beat = (params: Record<string, string>) =>
  store(app.platform, [arrivalOf({ id: deviceId, sn }, params)], { nodeId: null })

async function kept(): Promise<Record<string, string>> {
  const { rows } = await sql<{
    package: string
    hash: string
  }>`select package, encode(hash, 'hex') as hash
    from param_applied where device_id = ${deviceId} order by package`.execute(app.platform.db)
  return Object.fromEntries(rows.map((row) => [row.package, row.hash]))
}

async function print(): Promise<string | null> {
  const { rows } = await sql<{ print: string | null }>`select params_print as print
    from device_state where device_id = ${deviceId}`.execute(app.platform.db)
  return rows[0]?.print ?? null
}

it('keeps what a terminal runs with, the first time and whenever it is another', async () => {
  await beat({ 'com.a': hash('1'), 'com.b': hash('2') })
  expect(await kept()).toEqual({ 'com.a': hash('1'), 'com.b': hash('2') })
  const first = await print()
  expect(first).not.toBeNull()
  await beat({ 'com.a': hash('1'), 'com.b': hash('3') })
  expect(await kept()).toEqual({ 'com.a': hash('1'), 'com.b': hash('3') })
  expect(await print()).not.toBe(first)
  await beat({})
  expect(await kept()).toEqual({ 'com.a': hash('1'), 'com.b': hash('3') })
})

it('looks no further where a terminal says the same again', async () => {
  await beat({ 'com.a': hash('1') })
  await sql`delete from param_applied where device_id = ${deviceId}`.execute(app.platform.db)
  await beat({ 'com.a': hash('1') })
  expect(await kept()).toEqual({})
  await beat({ 'com.a': hash('2') })
  expect(await kept()).toEqual({ 'com.a': hash('2') })
})

it('looks no further beside a terminal that is new', async () => {
  await beat({ 'com.a': hash('1') })
  const was = await print()
  await sql`delete from param_applied where device_id = ${deviceId}`.execute(app.platform.db)
  const fresh = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const told = { 'com.a': hash('1') }
  const batch = [arrivalOf({ id: deviceId, sn }, told), arrivalOf(fresh, told)]
  await store(app.platform, batch, { nodeId: null })
  expect(await kept()).toEqual({})
  expect(await print()).toBe(was)
  deviceId = fresh.id
  expect(await kept()).toEqual(told)
  expect(await print()).toBe(was)
})

it('looks again where something else was noted meanwhile', async () => {
  await beat({ 'com.a': hash('1') })
  const { pool } = app.platform
  const told = { 'com.a': hash('2') }
  // Of two that were kept at once nobody knows which came last.
  await saveApplied(
    pool,
    new Map([[deviceId, { told, at: Date.now() }]]),
    new Map([[deviceId, null]]),
  )
  expect(await print()).toBeNull()
  await beat({ 'com.a': hash('1') })
  expect(await kept()).toEqual({ 'com.a': hash('1') })
  expect(await print()).not.toBeNull()
})
