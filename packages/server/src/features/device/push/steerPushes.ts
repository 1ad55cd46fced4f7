import type { PushState } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { leaveResuming } from './work.ts'

type Db = Kysely<DB>
type Moved = { readonly id: string; readonly orgId: string }

/** What somebody does with all pushes of his, whichever state they are in. */
export type PushSteer = 'pause' | 'resume' | 'stop'

const moves = {
  pause: { from: ['SCHEDULED', 'RUNNING'], to: 'PAUSED' },
  resume: { from: ['PAUSED'], to: 'RUNNING' },
  stop: { from: ['APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED'], to: 'STOPPED' },
} as const satisfies Record<PushSteer, { from: readonly PushState[]; to: PushState }>

/** Moves those of some pushes whose state permits it; answers them. */
export async function steerPushes(
  db: Db,
  ids: readonly string[],
  { act, reason = null }: { readonly act: PushSteer; readonly reason?: string | null },
): Promise<Moved[]> {
  const { from, to } = moves[act]
  const { rows } = await sql<Moved>`with held as materialized (
      select id from push where id = any(${[...ids]}::uuid[]) and ended_at is null
        and state = any(${[...from]}::text[]) order by id for update)
    update push set state = ${to}, reason = ${reason}, version = version + 1, updated_at = now(),
      expanded_at = case when ${act} = 'stop' then coalesce(expanded_at, now()) else expanded_at end
    from held where push.id = held.id returning push.id, push.org_id`.execute(db)
  const moved = rows.map(({ id }) => id)
  if (act === 'stop')
    await sql`insert into push_look (push_id) select unnest(${moved}::uuid[])`.execute(db)
  if (act === 'resume') await leaveResuming(db, moved)
  return rows
}
