import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { openTurns } from '../../../kit/turns.ts'
import { type Named, putInForce, takeOutOfForce } from '../assignment/force.ts'
import { followTerminals } from './follow.ts'

interface Moment {
  readonly deviceId: string
  readonly appId: string
  readonly at: string
}

/** Ends what was only tried out. */
class Undone extends Error {}

/**
 * What is tried out keeps others from changing parameters meanwhile: a process tries one future at a time. Few
 * wait for it: both sides of a comparison may be one.
 */
const inTurn = openTurns(1, { most: 7 })

/**
 * Asks something of a terminal as it will be at a moment: what is scheduled for it until then happens, in the
 * same way as it will, and is undone.
 */
export const inFuture = <T>(
  ctx: Context,
  moment: Moment,
  ask: (inside: Context) => Promise<T>,
): Promise<T> => inTurn(() => tell(ctx, moment, ask))

async function tell<T>(
  ctx: Context,
  moment: Moment,
  ask: (inside: Context) => Promise<T>,
): Promise<T> {
  let answer: { readonly told: T } | undefined
  const tried = ctx.platform.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    // It takes no number that somebody waits for, and waits for nobody long.
    await sql`select set_config('muster.trial', 'on', true), set_config('lock_timeout', '2s', true)`.execute(
      db,
    )
    await happen(inside, moment)
    answer = { told: await ask(inside) }
    throw new Undone('undone')
  })
  await tried.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  if (!answer) throw new Error('a future was not told')
  return answer.told
}

interface Due extends Named {
  readonly moment: string
  readonly hasBegun: boolean
}

/** So many changes are foretold; more of them nobody plans for one application of one terminal. */
const mostForetold = 200

async function happen(ctx: Context, told: Moment): Promise<void> {
  const store = { db: ctx.db, secrets: ctx.platform.secrets }
  const nobody = { userId: null, note: null } as const
  let last: string | null = null
  for (let nth = 0; nth < mostForetold; nth += 1) {
    const due = await nextOf(ctx, told)
    if (!due) break
    const { moment, hasBegun, ...of } = due
    if (hasBegun) await takeOutOfForce(store, [of.assignmentId], { because: 'ENDED', ...nobody })
    else await putInForce(store, [of], { because: 'STARTED', ...nobody })
    await sql`update param_rev set at = ${moment} where rev = (select max(rev) from param_rev)`.execute(
      ctx.db,
    )
    last = moment
  }
  if (last === null) return
  const { deviceId, appId } = told
  await followTerminals(store, [deviceId], new Set())
  await sql`update param_desired set since = ${last}
    where device_id = ${deviceId} and app_id = ${appId} and until is null and since >= now()`.execute(
    ctx.db,
  )
}

/** What happens first of all that is scheduled for an application on a terminal until a moment. */
async function nextOf(
  { db }: Pick<Context, 'db'>,
  { deviceId, appId, at }: Moment,
): Promise<Due | undefined> {
  const { rows } = await sql<Due>`with target as (
      select device.id from device where device.id = ${deviceId}
      union select member.group_id from device_group_member member where member.device_id = ${deviceId}
      union select device.station_id from device where device.id = ${deviceId}
      union select above.id from device join organization here on here.id = device.org_id
        join organization above on above.path @> here.path where device.id = ${deviceId})
    select rev.assignment_id, rev.revision, rev.state = 'IN_FORCE' as has_begun,
      case rev.state when 'IN_FORCE' then rev.ends_at else rev.starts_at end as moment
    from target join param_assignment own on own.target_id = target.id
      join param_assignment_rev rev on rev.assignment_id = own.id
    where own.app_id = ${appId} and own.deleted_at is null
      and (rev.state = 'SCHEDULED' and own.status = 1 and rev.starts_at <= ${at} or rev.state = 'IN_FORCE' and rev.ends_at <= ${at})
    order by moment, has_begun, rev.revision limit 1`.execute(db)
  return rows[0]
}
