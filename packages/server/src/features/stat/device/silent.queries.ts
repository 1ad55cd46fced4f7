import {
  type deviceStat,
  type ReplyOf,
  type ServicePart,
  serviceLifecycles,
  silences,
} from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { askedBy, type EstateFilter } from '../asked.ts'
import { countsByOrganization } from './organizations.queries.ts'
import { named } from './parts.ts'

type Silent = ReplyOf<typeof deviceStat.silent>

type Heard = Silent['all']

const served = sql`${[...serviceLifecycles]}::text[]`
// By names, not by how they begin: counts are found by them.
const measures = sql`${['LIFE', ...silences.map((silence) => `SILENT_${silence}`)]}::text[]`
const kept = sql`measure = any(${measures}) and (measure <> 'LIFE' or value = any(${served}))`

const countOf = (measure: string) =>
  sql`coalesce(sum(count) filter (where measure = ${measure}), 0)::bigint`
const heard = sql`${countOf('LIFE')} as terminals, jsonb_build_object(${sql.join(
  silences.map((silence) => sql`${silence}::text, ${countOf(`SILENT_${silence}`)}`),
)}) as silent`

/** Terminals in service that are not heard of: as many as the list that each figure opens is long. */
export async function silentBy(
  ctx: Context,
  by: ServicePart,
  filter: EstateFilter,
): Promise<Silent> {
  const from = await askedBy(ctx, filter)
  const estate = sql`select model_id, 'LIFE' as measure, lifecycle as value, count from ${from('device_tally')} as tally
    union all select model_id, measure, '', count from ${from('estate_count')} as counted`
  const { rows: all } = await sql<Heard & { countedAt: string | null }>`
    select ${heard}, (select at from estate_counted where pace = 'MINUTE') as counted_at
    from (${estate}) as kept where ${kept}`.execute(ctx.db)
  const counted = by === 'MODEL' ? byModel(estate) : await countsByOrganization(ctx, filter, kept)
  const { rows } = await sql<Silent['parts'][number]>`
    select id as key, name, with_below, ${heard} from (${counted}) as counted
    group by id, name, with_below having sum(count) > 0
    order by sum(count) filter (where measure in ('SILENT_168', 'SILENT_NEVER')) desc nulls last,
      terminals desc, name limit ${named}`.execute(ctx.db)
  const { countedAt = null, terminals = 0, silent = nobody } = all[0] ?? {}
  return { all: { terminals, silent }, parts: rows, countedAt }
}

const nobody: Heard['silent'] = { '24': 0, '72': 0, '168': 0, '720': 0, NEVER: 0 }

const byModel = (estate: RawBuilder<unknown>) => sql`
  select model.id, model.name, true as with_below, measure, value, count
  from (${estate}) as kept join model on model.id = kept.model_id where ${kept}`
