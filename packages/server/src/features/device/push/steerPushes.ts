import type { PushState } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { leaveResuming } from './work.ts'

type Db = Kysely<DB>
type Moved = { readonly id: string; readonly orgId: string }

/** What somebody does with all pushes of his, whichever state they are in. */
export type PushSteer = 'pause' | 'resume' | 'stop'

const froms: Readonly<Record<PushSteer, readonly PushState[]>> = {
  pause: ['APPROVAL', 'SCHEDULED', 'RUNNING'],
  resume: ['PAUSED'],
  stop: ['APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED'],
}

/** Where each comes to. What waited for a second person when it was paused waits for him again. */
const tos = {
  pause: sql`'PAUSED'`,
  resume: sql`case when push.needs_approval and push.approved_at is null then 'APPROVAL' else 'RUNNING' end`,
  stop: sql`'STOPPED'`,
} as const

/** Why a push rests that rests with its release; what somebody paused by himself goes on by himself. */
export const pausedByRelease = 'orgApk.pausedWith'

/** Moves those of some pushes whose state permits it; answers them. */
export async function steerPushes(
  db: Db,
  ids: readonly string[],
  { act, reason = null }: { readonly act: PushSteer; readonly reason?: string | null },
): Promise<Moved[]> {
  const isOwn = act === 'resume' ? sql`and reason = ${pausedByRelease}` : sql``
  const because = act === 'pause' ? pausedByRelease : reason
  const { rows } = await sql<Moved>`with held as materialized (
      select id from push where id = any(${[...ids]}::uuid[]) and ended_at is null
        and state = any(${[...froms[act]]}::text[]) ${isOwn} order by id for update)
    update push set state = ${tos[act]}, reason = ${because}, version = version + 1, updated_at = now(),
      expanded_at = case when ${act} = 'stop' then coalesce(expanded_at, now()) else expanded_at end
    from held where push.id = held.id returning push.id, push.org_id`.execute(db)
  const moved = rows.map(({ id }) => id)
  if (act === 'stop')
    await sql`insert into push_look (push_id) select unnest(${moved}::uuid[])`.execute(db)
  if (act === 'resume') await leaveResuming(db, moved)
  return rows
}
