import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Arrival, store } from '../../src/features/device/ingest/ingest.ts'
import { readPacket } from '../../src/features/device/ingest/takeMessage.ts'
import { type Grown, patience, requireNone, startGrown } from './grown.ts'
import { listedEstate } from './sizes.ts'

/** A terminal of the estate that says something. */
interface Speaker {
  readonly deviceId: string
  readonly sn: string
  /** A command of it that is under way. */
  readonly itemId: string
  readonly sessionId: string
}

let grown: Grown
let speakers: readonly Speaker[] = []

/** Of each kind of command some are under way, of terminals that are there. */
const openSql = `with picked as (
    select id, row_number() over (partition by cmd order by id desc) as nth from push_item item
    where exists (select from device_online online where online.device_id = item.device_id))
  update push_item set ended_at = null, state = 'RUNNING', attempt = 1, expires_at = now() + interval '1 day'
  from picked where picked.id = push_item.id and picked.nth <= 40`

const speakersSql = `select distinct on (item.cmd, device.id) device.id as "deviceId", device.sn, item.id as "itemId",
    online.session_id as "sessionId"
  from push_item item join device on device.id = item.device_id and device.deleted_at is null
    join device_online online on online.device_id = device.id
  where item.ended_at is null and item.state = 'RUNNING' limit 60`

beforeAll(async () => {
  grown = await startGrown(listedEstate)
  await grown.withoutLimits((client) => client.query(openSql))
  await grown.withoutLimits((client) => client.query('vacuum (analyze)'))
  const { rows } = await grown.app.platform.pool.query<Speaker>(speakersSql)
  const ids = new Set<string>()
  speakers = rows.filter(({ deviceId }) => !ids.has(deviceId) && ids.add(deviceId))
}, patience)
afterAll(() => grown.app.close())

const sha = (digit: string) => digit.repeat(64)
const now = () => Date.now()
const today = () => new Date().toISOString().slice(0, 10)

const app = (p: string, vc: number) => ({ p, vc, vn: '1', src: 'STORE', inst: now(), upd: now() })
const use = (p: string) => ({ p, vc: 3, n: 4, min: 9, kb: 12, cr: 1, anr: 0, last: now() })

/** What terminals say: the levels below `up/`, the type, and the body. */
const said: readonly (readonly [string, string, (speaker: Speaker) => object])[] = [
  [
    'that they are there',
    'conn',
    () => ({ s: 'online', net: '4G', agentVersion: '1.0.3', bootId: 'b', cfgRev: 1 }),
  ],
  ['that they leave', 'conn', () => ({ s: 'offline', r: 'reboot' })],
  [
    'a sign of life with all that belongs to one',
    'hb',
    () => ({
      bat: 3,
      chg: false,
      net: 'WIFI',
      sig: 40,
      freeMb: 9,
      temp: 88,
      up: 60,
      cfgRev: 1,
      pay: 400,
      ep: 'mqtts://a:1',
      params: { 'com.bench.app1': sha('a'), 'com.bench.app2': sha('b') },
      edits: { 'com.bench.app1': ['p1'] },
    }),
  ],
  [
    'what they are',
    // What belongs to them beside: growth.test.ts.
    'info',
    () => ({
      firmware: '9.9.9',
      agentVersion: '9.0.0',
      os: 'Android 14',
      bootId: 'other',
      bootCount: 3,
      imei: '356938035643809',
      isRooted: true,
      isTampered: true,
      isLocked: true,
      printer: 'NO_PAPER',
      storageFreeMb: 3,
      parts: { OS: '15' },
      sims: [{ iccid: '8901260123456789012', operator: 'x' }],
      capabilities: ['PRINTER'],
      attributes: { site: 'north' },
      settings: { rev: 1, refused: ['kiosk'] },
    }),
  ],
  ['their network', 'net', () => ({ type: '4G', operator: 'x', ip: '10.1.2.3', ssid: 'y' })],
  [
    'where they are',
    'loc',
    () => ({ lat: 33.4, lng: 44.4, acc: 10, src: 'GPS', at: now(), fence: 'OUT' }),
  ],
  [
    'that their battery is low',
    'evt',
    () => ({ code: 'BATTERY_LOW', sev: 'HIGH', at: now(), data: { percent: 3 } }),
  ],
  ['that it is low no more', 'evt', () => ({ code: 'BATTERY_LOW', over: true, at: now() })],
  [
    'that an application crashed',
    'evt',
    () => ({ code: 'APP_CRASHED', at: now(), data: { package: 'com.bench.app1' } }),
  ],
  [
    'all that is installed, and its use',
    'apps',
    () => ({
      full: true,
      hash: sha('c'),
      apps: [app('com.bench.app1', 9), app('com.bench.app7', 1)],
      usage: [{ day: today(), at: now(), apps: [use('com.bench.app1'), use('com.bench.app7')] }],
    }),
  ],
  [
    'what of it is otherwise now',
    'apps',
    () => ({
      full: false,
      base: sha('c'),
      hash: sha('d'),
      apps: [app('com.bench.app2', 9)],
      gone: ['com.bench.app7'],
    }),
  ],
  [
    'how far a command is',
    'task',
    ({ itemId: item }) => ({
      item,
      state: 'RUNNING',
      pct: 40,
      step: 'DOWNLOADING',
      bytes: 9,
      kbps: 5,
      at: now(),
      attempt: 1,
    }),
  ],
  [
    'that a command is done',
    'task',
    ({ itemId: item }) => ({
      item,
      state: 'SUCCESS',
      result: { health: 'ok' },
      at: now(),
      attempt: 1,
    }),
  ],
  ['a terminal id', 'act', () => ({ method: 'auto' })],
  [
    'that somebody has trouble',
    'tkt',
    () => ({ title: 'It does not print', text: 'Nothing comes out', phone: '1' }),
  ],
  [
    'which keys they hold',
    'key',
    () => ({ at: now(), slots: [{ slot: '1', type: 'TPK', kcv: 'ABCDEF', state: 'MISSING' }] }),
  ],
]

const arrivalOf = ({ deviceId, sn, itemId }: Speaker, type: string, body: object): Arrival => {
  const path = type === 'task' ? `task/${itemId}` : type
  const payload = Buffer.from(JSON.stringify({ v: 1, id: randomUUID(), ts: now(), type, body }))
  const reading = readPacket({ path, payload })
  if ('fault' in reading) throw new Error(`${type}: ${reading.fault}`)
  const { message } = reading
  const done = () => undefined
  return { kind: 'up', deviceId, sn, at: now(), arrivalId: randomUUID(), message, done }
}

describe('what terminals say', () => {
  it.each(said)(
    '(%s) reads of no large table more than it is about',
    async (_, type, bodyOf) => {
      const { platform } = grown.app
      const arrivals = speakers.map((speaker) => arrivalOf(speaker, type, bodyOf(speaker)))
      expect(arrivals.length).toBeGreaterThan(20)
      const { growth, written } = await grown.watch(() =>
        store(platform, arrivals, { nodeId: null }),
      )
      requireNone(growth)
      expect(written).toBeGreaterThan(0)
    },
    patience,
  )
})
