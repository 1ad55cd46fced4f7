import type { PushState } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { type PausedBy, pausedByRelease } from './pausedWith.ts'
import { leaveResuming, leaveWork } from './work.ts'

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

/** Moves those of some pushes whose state permits it; answers them. */
export async function steerPushes(
  db: Db,
  ids: readonly string[],
  {
    act,
    reason = null,
    by = pausedByRelease,
  }: { readonly act: PushSteer; readonly reason?: string | null; readonly by?: PausedBy },
): Promise<Moved[]> {
  const isOwn = act === 'resume' ? sql`and reason = ${by}` : sql``
  const because = act === 'pause' ? by : reason
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

/** From now on so many terminals of each are sent it a minute; those that wait for a turn are given another. */
export async function setRates(
  db: Db,
  ids: readonly string[],
  { ratePerMinute, userId }: { readonly ratePerMinute: number | null; readonly userId?: string },
): Promise<void> {
  const some = sql`any(${[...ids]}::uuid[])`
  await sql`update push set options = (options - 'ratePerMinute') || ${JSON.stringify(
    ratePerMinute === null ? {} : { ratePerMinute },
  )}::jsonb, version = version + 1, updated_at = now(), updated_by = coalesce(${userId ?? null}, updated_by)
    where id = ${some}`.execute(db)
  await sql`delete from push_pace where push_id = ${some}`.execute(db)
  for (const pushId of ids) await leaveWork(db, { kind: 'RATE', pushId })
}
