import { type PushState } from '@muster/contract'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import { standingNow } from '../../../access/owner.ts'
import type { DB } from '../../../platform/schema.ts'
import { callOff, canBeCalledOff } from './callOff.queries.ts'
import { sliceSize } from './expand.queries.ts'
import { forgiveLess, type Retried, retrySlice, wavesOfPushes } from './retry.queries.ts'
import { mayStillSteer } from './rights.ts'

type Db = Kysely<DB>

interface Work {
  readonly id: string
  readonly pushId: string | null
  readonly kind: 'RESUME' | 'RETRY' | 'LIFT' | 'RATE'
  readonly principal: FrozenPrincipal | null
  readonly code: string | null
  readonly cursorId: string | null
}

/** A push of which something was done. */
export interface Touched {
  readonly id: string
  readonly orgId: string
}

type WorkedPush = Retried & Touched & { readonly state: PushState }

/** Leaves it to a worker to go on with the items of a push, or with those that a halt kept back. */
export const leaveWork = (
  db: Db,
  work: Partial<Omit<Work, 'id'>> & Pick<Work, 'kind'>,
): Promise<unknown> =>
  sql`insert into push_work (push_id, kind, principal, code, cursor_id)
    values (${work.pushId ?? null}, ${work.kind}, ${work.principal ? JSON.stringify(work.principal) : null},
      ${work.code ?? null}, ${work.cursorId ?? null})`.execute(db)

/** Leaves it to a worker to let go on what some pushes kept back while they rested. */
export const leaveResuming = (db: Db, pushIds: readonly string[]): Promise<unknown> =>
  sql`insert into push_work (push_id, kind) select unnest(${[...pushIds]}::uuid[]), 'RESUME'`.execute(
    db,
  )

/** Goes on with the oldest work by one slice, in a transaction of its own; null: there is none. */
export async function workNext(db: Db): Promise<readonly Touched[] | null> {
  return db.transaction().execute(async (own) => {
    const { rows } =
      await sql<Work>`select id, push_id, kind, principal, code, cursor_id from push_work
      order by id limit 1 for update skip locked`.execute(own)
    const [work] = rows
    if (!work) return null
    if (work.kind === 'RETRY') await lockPlanOf(own, work.pushId)
    const push = work.pushId === null ? null : await lockWorked(own, work.pushId)
    const last = await doSlice(own, work, push)
    if (last === null) await sql`delete from push_work where id = ${work.id}`.execute(own)
    else await sql`update push_work set cursor_id = ${last} where id = ${work.id}`.execute(own)
    // Its items may have ended while it was worked at.
    if (push && last === null)
      await sql`insert into push_look (push_id) values (${push.id})`.execute(own)
    return push ? [push] : []
  })
}

/** Before its push, as everybody does who steers a plan. */
const lockPlanOf = (db: Db, pushId: string | null): Promise<unknown> =>
  sql`select from plan where id in (select plan_id from plan_push where push_id = ${pushId})
    for no key update`.execute(db)

async function lockWorked(db: Db, id: string): Promise<WorkedPush | null> {
  const { rows } =
    await sql<WorkedPush>`select id, org_id, kind, args, ttl_seconds, after_push_id, state,
      coalesce((options ->> 'needOnline')::boolean, false) as need_online
    from push where id = ${id} for key share`.execute(db)
  return rows[0] ?? null
}

/** Answers the last item that it came to; null: there are no more. */
async function doSlice(db: Db, work: Work, push: WorkedPush | null): Promise<string | null> {
  if (work.kind === 'LIFT') return letGo(db, work, sql<SqlBool>`item.waits_for = 'STOPPED'`)
  // Somebody has decided otherwise meanwhile.
  if (!push || (push.state !== 'RUNNING' && push.state !== 'PAUSED')) return null
  if (work.kind === 'RETRY') return retryMore(db, work, push)
  if (push.state === 'PAUSED') return null
  const held =
    work.kind === 'RATE' ? sql<SqlBool>`('RATE', 'PACE')` : sql<SqlBool>`('PAUSED', 'STOPPED')`
  return letGo(db, work, sql<SqlBool>`item.push_id = ${push.id} and item.waits_for in ${held}`)
}

async function retryMore(db: Db, work: Work, push: WorkedPush): Promise<string | null> {
  const who = work.principal && (await standingNow(db, work.principal))
  if (!who || !mayStillSteer(principalOf(who), push)) return null
  const { count, last } = await retrySlice(db, push, {
    who: principalOf(who),
    code: work.code,
    ids: null,
    after: work.cursorId,
  })
  if (push.kind === 'UPGRADE') await forgiveLess(db, wavesOfPushes([push.id]))
  return count < sliceSize ? null : last
}

/** Items that were kept back are judged anew when they come up. */
async function letGo(
  db: Db,
  { cursorId }: Work,
  which: ReturnType<typeof sql<SqlBool>>,
): Promise<string | null> {
  const after = cursorId === null ? sql`` : sql`and item.id > ${cursorId}`
  const { rows } = await sql<{ id: string }>`with held as materialized (
      select item.id from push_item item where item.ended_at is null and ${which} ${after}
      order by item.id limit ${sliceSize} for update of item),
    free as (update push_item item set next_publish_at = now(), waits_for = null, waits_reason = null
      from held where item.id = held.id returning item.id)
    select id from free order by id`.execute(db)
  return rows.length < sliceSize ? null : (rows.at(-1)?.id ?? null)
}

/** Calls off what has not ended of pushes that somebody stopped, a slice of them; null: there is no more. */
export async function callOffNext(db: Db): Promise<readonly Touched[] | null> {
  const { rows } = await sql<Touched>`with off as materialized (select item.id
      from (select id from push where state = 'STOPPED' and ended_at is null order by id) as stopped
        -- Push by push, however many commands of others are open.
        cross join lateral (select item.id from push_item item where item.push_id = stopped.id and ${canBeCalledOff}
          order by item.id limit ${sliceSize} for update) as item
      limit ${sliceSize}),
    done as (update push_item item set ${callOff} from off where item.id = off.id returning item.push_id)
    select push.id, push.org_id from push where push.id in (select push_id from done)`.execute(db)
  return rows.length > 0 ? rows : null
}
