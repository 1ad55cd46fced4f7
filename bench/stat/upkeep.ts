import type pg from 'pg'
import { grouped, say } from '../harness/print.ts'
import { median } from '../harness/rounds.ts'

/** Terminals that are measured. */
const terminals = 50_000
const rounds = 5
/** A terminal that beats is looked at when its third beat would be too old. */
const beatsPerLook = 3
/** Those that are looked at between two times of adding up: five seconds of six minutes. */
const slices = 72

const chooseSql = `create temporary table measured as
  select device_id, (row_number() over (order by md5(device_id::text))) % ${slices} as slice
    from device_online order by device_id limit ${terminals}`
/** Ten percent of battery an hour, at a beat every two minutes: one in three tells another. */
const beatSql = `update device_state state
  set last_seen_at = now(), battery = (battery + ((measured.slice + $1) % 3 = 0)::integer) % 101
  from measured where measured.device_id = state.device_id`
/** The sweep puts where the orders and the figures are read what has changed since. */
const sweepSql = `update device_order place set battery = state.battery, seen_at = state.last_seen_at
  from measured join device_state state on state.device_id = measured.device_id
  where measured.slice = $1 and place.id = state.device_id`
const quiet = 'alter table device_order disable trigger device_order_told_changed'

/**
 * What figures of what terminals are cost beside the beats that change them, as in service: between two
 * looks of the sweep a terminal beats three times; the sweep with the trigger that notes differences and
 * their adding up, less the sweep without, over the beats' own statements.
 */
export async function upkeep(client: pg.Client): Promise<void> {
  await client.query(chooseSql)
  await client.query('select fold_estate_changes()')
  const shares: number[] = []
  for (let round = 0; round < rounds; round++) {
    let beat = 0
    for (let n = 0; n < beatsPerLook; n++)
      beat += await timed(client, beatSql, [round * beatsPerLook + n])
    await client.query(`begin; ${quiet}`)
    const bare = await sweep(client, async () => 0)
    await client.query('rollback')
    let folded = 0
    const kept = await sweep(client, async () => {
      folded += await timed(client, 'select fold_estate_changes()')
    })
    shares.push((kept - bare + folded) / beat)
    say(
      `  ${grouped(terminals * beatsPerLook)} beats ${grouped(beat)} ms, sweep without figures ${grouped(bare)}, with ${grouped(kept)}, adding up ${grouped(folded)} in ${slices} turns`,
    )
  }
  say(`\nUpkeep beside the beats: ${median(shares).toFixed(2)} (goal 0.10)`)
}

/** The sweep of all, in its turns, and what comes after each; milliseconds of the sweep alone. */
async function sweep(client: pg.Client, then: () => Promise<unknown>): Promise<number> {
  let spent = 0
  for (let slice = 0; slice < slices; slice++) {
    spent += await timed(client, sweepSql, [slice])
    await then()
  }
  return spent
}

async function timed(client: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const started = performance.now()
  await client.query(text, values)
  return performance.now() - started
}
