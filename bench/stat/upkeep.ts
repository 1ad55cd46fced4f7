import type pg from 'pg'
import { saveStates } from '../../packages/server/src/features/device/ingest/state.queries.ts'
import type { StateRow } from '../../packages/server/src/features/device/ingest/sortBatch.rules.ts'
import { sweepMissedBeats } from '../../packages/server/src/features/device/presence/presence.queries.ts'
import { chanceOf } from '../../packages/simulator/src/chance.ts'
import {
  type Hardware,
  later,
  newHardware,
} from '../../packages/simulator/src/terminal/hardware.ts'
import { cpuOfOne } from '../harness/cpu.ts'
import { processOf } from '../harness/database.ts'
import { grouped, say } from '../harness/print.ts'
import { median } from '../harness/rounds.ts'

/** Terminals that are measured, at most. */
const terminals = 100_000
const rounds = 2
const secondsPerBeat = 120
/** A terminal that beats is looked at when its third beat would be too old. */
const beatsPerLook = 3
/** The sweep looks every five seconds, at those of six minutes. */
const slices = 72
/** Every so many looks what terminals told is added up, and what has been is cleared away, as by a worker. */
const looksPerFold = 6
const looksPerVacuum = 12
/** Beats that a gateway stores at once. */
const batch = 500

interface Terminal {
  readonly deviceId: string
  hardware: Hardware
}

const quiet = 'alter table device_order disable trigger device_order_told_changed'
/** As the sweep places them. */
const placeSql = `update device_order place set seen_at = told.last_seen_at, battery = told.battery,
    signal = told.signal, free_mb = told.free_mb, network_type = told.network_type
  from device_state told where told.device_id = place.id and place.id = any($1::uuid[])`
const dueSql = 'update device_watch set due_at = now() where device_id = any($1::uuid[])'
/** Nobody else is looked at. */
const laterSql = `update device_watch set due_at = now() + interval '1 day' where due_at < now() + interval '1 hour'`

/**
 * What figures of what terminals are cost beside the beats that change them, as in service, by processor time:
 * batteries, networks and signals are those of virtual terminals that beat every two minutes; between two looks
 * of the sweep a terminal beats three times; what notes differences and their adding up stands beside what
 * stores the beats. What a gateway does with them besides is left out, as is what clears the tables away.
 */
export async function upkeep(client: pg.Client): Promise<void> {
  const fleet = await readFleet(client)
  const cpu = await meter(client)
  await client.query(laterSql)
  const of = { beats: fleet.length * beatsPerLook, shares: [] as number[] }
  // The first round brings the estate to what these terminals tell.
  for (let round = 0; round <= rounds; round++) {
    const batches = Array.from({ length: beatsPerLook }, () => beat(fleet)).flat()
    const stored = await cpu(async () => {
      for (const states of batches) await saveStates(client, states, 0)
    })
    const noted = await noting(client, fleet, cpu)
    const { added, idle } = await addingUp(client, fleet, cpu)
    if (round === 0) continue
    of.shares.push((noted + added) / stored)
    const [stores, notes, adds, idles] = [stored, noted, added, idle].map((seconds) =>
      ((seconds * 1e6) / of.beats).toFixed(1),
    )
    say(
      `  ${grouped(of.beats)} beats, µs CPU of each: storing ${stores}, noting ${notes}, adding up ${adds}, other counts of which nothing waits ${idles}`,
    )
  }
  say(`\nUpkeep beside storing the beats: ${median(of.shares).toFixed(2)}`)
}

/**
 * What it takes more to write what a look writes of terminals because what has come to another step is noted: by
 * turns with and without, each undone, because what is around them changes.
 */
async function noting(client: pg.Client, fleet: readonly Terminal[], cpu: Meter): Promise<number> {
  const taken = { bare: 0, noted: 0 }
  for (const [nth, ids] of sliced(fleet).entries())
    for (const how of nth % 2 ? (['bare', 'noted'] as const) : (['noted', 'bare'] as const))
      await undone(client, async () => {
        if (how === 'bare') await client.query(quiet)
        taken[how] += await cpu(() => client.query(placeSql, [ids]))
      })
  return taken.noted - taken.bare
}

/** As the worker does it; `idle` is what the counts take that no beat changes. */
async function addingUp(client: pg.Client, fleet: readonly Terminal[], cpu: Meter) {
  const taken = { added: 0, idle: 0 }
  await sweepAll(client, fleet, async (sweep, nth) => {
    await sweep()
    taken.idle += await cpu(() => client.query('select fold_estate_changes()'))
    if (nth % looksPerFold === 0)
      taken.added += await cpu(() => client.query('select fold_told_changes()'))
    if (nth % looksPerVacuum === 0) await client.query('vacuum estate_change, told_change')
  })
  return taken
}

async function readFleet(client: pg.Client): Promise<Terminal[]> {
  const { rows } = await client.query<{ deviceId: string }>(
    `select device_id as "deviceId" from device_online join device_watch using (device_id)
      order by md5(device_id::text) limit ${terminals}`,
  )
  return rows.map(({ deviceId }) => ({ deviceId, hardware: newHardware(chance) }))
}

const chance = chanceOf('upkeep')

/** What each says two minutes later, as it is stored. */
function beat(fleet: readonly Terminal[]): StateRow[][] {
  for (const one of fleet)
    one.hardware = later(one.hardware, { seconds: secondsPerBeat, metres: 0 }, chance)
  return Array.from({ length: Math.ceil(fleet.length / batch) }, (_, nth) =>
    fleet.slice(nth * batch, (nth + 1) * batch).map(stateOf),
  )
}

const stateOf = ({ deviceId, hardware }: Terminal): StateRow => ({
  deviceId,
  battery: Math.round(hardware.battery),
  isCharging: hardware.isCharging,
  networkType: hardware.network,
  signal: hardware.signal,
  freeMb: hardware.freeMb,
  temperature: Math.round(hardware.temperature * 10) / 10,
  uptimeSeconds: 3600,
  cfgRev: 1,
  endpoint: null,
  params: null,
})

/** The looks at all of them, in their turns. */
async function sweepAll(
  client: pg.Client,
  fleet: readonly Terminal[],
  turn: (sweep: () => Promise<unknown>, nth: number) => Promise<void>,
): Promise<void> {
  for (const [nth, ids] of sliced(fleet).entries()) {
    await client.query(dueSql, [ids])
    await turn(() => sweepMissedBeats(client, secondsPerBeat), nth + 1)
  }
}

/** Those that each look finds. */
const sliced = (fleet: readonly Terminal[]): string[][] =>
  Array.from({ length: slices }, (_, slice) =>
    fleet.filter((_, nth) => nth % slices === slice).map(({ deviceId }) => deviceId),
  )

async function undone(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  await work()
  await client.query('rollback')
}

type Meter = (work: () => Promise<unknown>) => Promise<number>

/** Processor time in seconds that some work takes here and in the database. */
async function meter(client: pg.Client): Promise<Meter> {
  const database = await processOf(client)
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6 + cpuOfOne(database)
  }
  return async (work) => {
    const before = spent()
    await work()
    return spent() - before
  }
}
