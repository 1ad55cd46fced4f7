import type pg from 'pg'
import { grouped, say } from '../harness/print.ts'
import { median } from '../harness/rounds.ts'

/** Terminals whose beats a round writes. */
const beats = 50_000
const rounds = 5

const beatSql = `update device_state set last_seen_at = now(), battery = (battery + 1) % 101
  from (select device_id from device_online order by device_id limit $1) as there
  where there.device_id = device_state.device_id`
/** The sweep puts where the orders and the figures are read what has changed since. */
const sweepSql = `update device_order place set battery = state.battery, seen_at = state.last_seen_at
  from device_state state join (select device_id from device_online order by device_id limit $1) as there
    on there.device_id = state.device_id where place.id = state.device_id`
const quiet = 'alter table device_order disable trigger device_order_told_changed'

/**
 * What figures of what terminals are cost beside the beats that change them: the sweep with the trigger
 * that notes differences and their adding up, less the sweep without, over the beats' own statement.
 * Every beat tells a percent more of battery here, and the sweep looks at each of them, as none does in service.
 */
export async function upkeep(client: pg.Client): Promise<void> {
  await client.query('select fold_estate_changes()')
  const shares: number[] = []
  for (let round = 0; round < rounds; round++) {
    const beat = await timed(client, beatSql, [beats])
    await client.query(`begin; ${quiet}`)
    const bare = await timed(client, sweepSql, [beats])
    await client.query('rollback')
    const kept = await timed(client, sweepSql, [beats])
    const folded = await timed(client, 'select fold_estate_changes()')
    shares.push((kept - bare + folded) / beat)
    say(
      `  ${grouped(beats)} beats ${grouped(beat)} ms, sweep without figures ${grouped(bare)}, with ${grouped(kept)}, adding up ${grouped(folded)}`,
    )
  }
  say(`\nUpkeep beside the beats: ${median(shares).toFixed(2)} (goal 0.10)`)
}

async function timed(client: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const started = performance.now()
  await client.query(text, values)
  return performance.now() - started
}
