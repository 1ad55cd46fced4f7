import pg from 'pg'
import { copyIn } from '../../packages/server/src/platform/copyIn.ts'

const columns =
  'device_id, battery, is_charging, network_type, signal, free_mb, temperature, uptime_seconds, cfg_rev'
const assignments = columns
  .split(', ')
  .slice(1)
  .map((column) => `${column} = beat.${column}`)
  .join(', ')

const updateSql = `update device_state set last_seen_at = now(), ${assignments}
  from unnest($1::uuid[], $2::smallint[], $3::boolean[], $4::text[], $5::smallint[], $6::integer[],
    $7::real[], $8::integer[], $9::integer[]) as beat (${columns})
  where device_state.device_id = beat.device_id`

const stageSql = `create temporary table beat (device_id uuid, battery smallint, is_charging boolean,
  network_type text, signal smallint, free_mb integer, temperature real, uptime_seconds integer, cfg_rev integer)
  on commit delete rows`

type Row = readonly [string, ...(string | number | boolean)[]]

/** What a batch of heartbeats costs when nothing but its rows is written, each row once. */
export interface BareUpdate {
  /** TaskRunners off one batch with one commit; answers how many rows it wrote. */
  readonly update: () => Promise<number>
  /** The same through a staging table, as a session of psql would. */
  readonly copyAndUpdate: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** Batches over all known terminals in turn; their text is made before, so that none of it is measured. */
export async function openBareUpdate(url: string, batchSize: number): Promise<BareUpdate> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(stageSql)
  const { rows } = await client.query<{ id: string }>('select id from device order by random()')
  const batches = batchesOf(
    rows.map(({ id }) => id),
    batchSize,
  )
  let turn = 0
  const next = () =>
    batches[turn++ % batches.length] ?? { arrays: [], copy: Buffer.alloc(0), size: 0 }
  return {
    async update() {
      const { arrays, size } = next()
      await client.query({ name: 'bare', text: updateSql, values: arrays })
      return size
    },
    async copyAndUpdate() {
      const { copy, size } = next()
      await client.query('begin')
      await copyIn(client, `copy beat (${columns}) from stdin`, copy)
      await client.query(`update device_state set last_seen_at = now(), ${assignments} from beat
        where device_state.device_id = beat.device_id`)
      await client.query('commit')
      return size
    },
    stop: () => client.end(),
  }
}

interface Batch {
  readonly arrays: string[]
  readonly copy: Buffer
  readonly size: number
}

function batchesOf(ids: readonly string[], batchSize: number): Batch[] {
  const batches: Batch[] = []
  for (let from = 0; from + batchSize <= ids.length; from += batchSize)
    batches.push(batchOf(ids.slice(from, from + batchSize).map(beatOf)))
  return batches
}

const beatOf = (id: string, place: number): Row => [
  id,
  100 - (place % 90),
  place % 2 === 0,
  'WIFI',
  60 + (place % 30),
  2048 - place,
  30 + (place % 100) / 10,
  3600 + place,
  1,
]

function batchOf(rows: readonly Row[]): Batch {
  const width = rows[0]?.length ?? 0
  const arrays = Array.from(
    { length: width },
    (_, column) => `{${rows.map((row) => row[column]).join(',')}}`,
  )
  const copy = Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join(''))
  return { arrays, copy, size: rows.length }
}
