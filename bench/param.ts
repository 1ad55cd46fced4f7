import { createHash } from 'node:crypto'
import { type Arrival, store } from '../packages/server/src/features/device/ingest/ingest.ts'
import { readPacket } from '../packages/server/src/features/device/ingest/takeMessage.ts'
import { openForms } from '../packages/server/src/features/param/resolve/content.ts'
import { followParams } from '../packages/server/src/features/param/resolve/follow.ts'
import {
  findKinds,
  findSets,
  readSet,
  type Written,
} from '../packages/server/src/features/param/resolve/sets.queries.ts'
import { openTurn } from '../packages/server/src/features/param/resolve/turn.ts'
import { seed } from '../packages/server/src/features/seed.ts'
import { openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { smallEstate } from '../packages/server/test/fill/sizes.ts'
import { openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { printComparison } from './harness/print.ts'
import { alternate, type Figure } from './harness/rounds.ts'
import { fillParams, fillPlaces, sayAtRoot } from './param/fill.ts'
import { bareChange, bareSets, literal } from './param/literal.ts'

// What a terminal should run with: found anew for one, and for all when something changes at the root; and what
// it costs heartbeats that terminals tell what they run with.

const { terminals, pids, assignments, rounds, times } = readNumbers({
  terminals: 100_000,
  pids: 500,
  assignments: 2000,
  rounds: 3,
  times: 200,
})

const { client, url, postmaster, stop } = await openBenchDatabase()
const pool = openPool(url, 4)
const db = openDatabase(pool)
// Nothing of this estate is sealed.
const secrets = undefined as never
const platform = { db, secrets }
const processes = [postmaster, process.pid]
try {
  await seed(db, 'only-for-the-benchmark-1')
  await fillPlaces(client, { ...smallEstate, terminals, online: Math.floor(terminals / 4) })
  const { appId } = await fillParams(client, { pids, assignments })
  await followParams(platform)
  await client.query(
    `analyze; create table bare_desired (like param_desired including defaults including indexes);
      create table bare_set (like param_set including defaults including indexes including storage)`,
  )
  await requireSame(appId)
  await one(appId)
  await all()
  await heartbeats()
} finally {
  await pool.end()
  await stop()
}

async function timed(count: number, work: () => Promise<void>): Promise<Figure> {
  const started = performance.now()
  await work()
  return { perSecond: (1000 * count) / (performance.now() - started), count }
}

async function someTerminals(): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select device_id as id from param_desired where until is null order by random() limit $1',
    [times],
  )
  return rows.map(({ id }) => id)
}

async function valuesOf(id: string): Promise<Written[]> {
  const kinds = await findKinds(db, [id])
  const judging = { ...platform, forms: openForms(platform), turn: openTurn(Infinity) }
  const values: Written[] = []
  for (const set of await findSets(judging, kinds))
    if (set) values.push(...(await readSet(platform, set.id)))
  return values
}

/** What is compared says the same. */
async function requireSame(appId: string): Promise<void> {
  const told = (pid: string, text: string | null, owner: string) => `${pid} ${text} ${owner}`
  for (const id of await someTerminals()) {
    const ours = (await valuesOf(id)).map(({ pid, text, ownerId }) => told(pid, text, ownerId))
    const { rows } = await client.query<{ pid: string; value: string; owner_id: string }>(literal, [
      id,
      appId,
    ])
    const theirs = rows.map(({ pid, value, owner_id: owner }) => told(pid, value, owner))
    if (ours.toSorted().join() !== theirs.toSorted().join())
      throw new Error('the bare statement finds something else')
  }
}

/** The values of one terminal, resolved from what is said. */
async function one(appId: string): Promise<void> {
  const ours = async () => {
    const ids = await someTerminals()
    return timed(ids.length, async () => {
      for (const id of ids) await valuesOf(id)
    })
  }
  const bare = async () => {
    const ids = await someTerminals()
    return timed(ids.length, async () => {
      for (const id of ids) await client.query(literal, [id, appId])
    })
  }
  const series = await alternate(
    [
      { name: 'lists, sets and values', processes, run: ours },
      { name: 'one statement for all', processes, run: bare },
    ],
    rounds,
  )
  printComparison(`${pids} parameters of one terminal`, 'terminals/s', series)
}

/** A change at the root, followed for every terminal. */
async function all(): Promise<void> {
  let sets: string[] = []
  const ours = async () => {
    const figure = await timed(terminals, () => followParams(platform))
    const { rowCount } = await client.query(
      'select from param_desired where until is null and rev = (select max(rev) from param_rev)',
    )
    if (rowCount !== terminals) throw new Error('not every terminal has it to come')
    return figure
  }
  const keepOld = async () => {
    await client.query('truncate bare_desired, bare_set')
    await client.query('insert into bare_desired select * from param_desired where until is null')
    const { rows } = await client.query<{ ids: string[] }>(
      'select array_agg(distinct set_id) as ids from bare_desired',
    )
    sets = rows[0]?.ids ?? []
  }
  const bare = () =>
    timed(terminals, async () => {
      await client.query(bareSets, [sets])
      const { rowCount } = await client.query(bareChange)
      if (rowCount !== terminals) throw new Error('the bare statement writes something else')
    })
  const sayNew = () => sayAtRoot(client)
  const series = await alternate(
    [
      { name: 'found, noted and due', processes, prepare: sayNew, run: ours },
      { name: 'bare INSERT, UPDATE and INSERT', processes, prepare: keepOld, run: bare },
    ],
    rounds,
  )
  printComparison('A change at the root', 'terminals/s', series)
}

/**
 * Signs of life that tell what two applications run with, values of each terminal's own, beside those that tell
 * nothing of it: stored alone, as the earlier figures were, and read as well.
 */
async function heartbeats(): Promise<void> {
  const { rows } = await client.query<Terminal>(
    'select id, sn from device where deleted_at is null limit 20000',
  )
  const kinds = [
    { name: 'with what they run with', payloads: rows.map((row) => payloadOf(row, hashesOf(row))) },
    { name: 'without it', payloads: rows.map((row) => payloadOf(row)) },
  ]
  // Processor time is counted in hundredths of a second.
  const passes = Math.ceil(100_000 / rows.length)
  const again = (work: () => Promise<void>) => () =>
    timed(passes * rows.length, async () => {
      for (let pass = 0; pass < passes; pass++) await work()
    })
  const stored = kinds.map(({ name, payloads }) => {
    let arrivals: Arrival[][] = []
    const prepare = () => {
      arrivals = [...readAll(rows, payloads)]
      return Promise.resolve()
    }
    return { name, processes, prepare, run: again(() => storeAll(arrivals)) }
  })
  const read = kinds.map(({ name, payloads }) => ({
    name,
    processes,
    run: again(() => storeAll(readAll(rows, payloads))),
  }))
  printComparison('Heartbeats, stored', 'heartbeats/s', await alternate(stored, rounds))
  printComparison('Heartbeats, read and stored', 'heartbeats/s', await alternate(read, rounds))
}

interface Terminal {
  readonly id: string
  readonly sn: string
}

function hashesOf({ id }: Terminal): Record<string, string> {
  const hashOf = (app: string) => createHash('sha256').update(app).update(id).digest('hex')
  return { 'com.bench.pay': hashOf('pay'), 'com.bench.other': hashOf('other') }
}

function payloadOf({ sn }: Terminal, params?: Readonly<Record<string, string>>): Buffer {
  const body = { bat: 80, net: 'WIFI', ...(params && { params }) }
  return Buffer.from(JSON.stringify({ v: 1, id: `beat-${sn}`, ts: Date.now(), type: 'hb', body }))
}

/** By the thousand, as they come into a batch. */
function* readAll(
  terminals: readonly Terminal[],
  payloads: readonly Buffer[],
): Iterable<Arrival[]> {
  for (let at = 0; at < terminals.length; at += 1000)
    yield terminals.slice(at, at + 1000).map((row, place) => read(row, payloads[at + place]))
}

function read({ id: deviceId, sn }: Terminal, payload: Buffer = Buffer.alloc(0)): Arrival {
  const reading = readPacket({ deviceId, path: 'hb', payload })
  if ('fault' in reading) throw new Error(`a heartbeat is refused for its ${reading.fault}`)
  const { message } = reading
  return { kind: 'up', deviceId, sn, arrivalId: '', at: Date.now(), message, done: () => undefined }
}

async function storeAll(batches: Iterable<Arrival[]>): Promise<void> {
  for (const batch of batches) await store({ pool, now: () => new Date() }, batch, { nodeId: null })
}
