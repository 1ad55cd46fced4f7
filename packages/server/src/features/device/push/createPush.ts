import type { PushOptions, PushPreview } from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import type { Principal } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { shownArgs } from '../command/sealedArgs.ts'
import { isTimezone } from '../../timezone/timezone/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { pushChanged } from './announcePushes.ts'
import { leftOutCode } from './leftOut.queries.ts'
import { givePush, sizeOf, type Wanted } from './givePush.ts'
import { nextRun, type Round } from './push.rules.ts'
import { knownTargets, requireTargets, targetsOf } from './targets.ts'

/** What rings the workers: there is a push to write down, to begin or to end. */
export const pushBell = 'push'

/** A push as somebody wants it. */
export interface Wish extends Wanted {
  readonly startsAt?: string | null | undefined
  readonly skipUnknown?: boolean
  /** The push that it follows. */
  readonly afterPushId?: string | null
}

/** Terminals that a preview looks at. */
const mostPreviewed = 20_000

/** Terminals of each kind that a preview names. */
const examples = 5

/** How many terminals a push would be about, and by which it would pass; of those that its giver sees. */
export async function previewPush(
  ctx: Context,
  asked: Wish,
  giver: Principal = ctx.principal,
): Promise<PushPreview> {
  const { targets, unknown } = await knownTargets(ctx, asked.targets)
  const wish = { ...asked, targets }
  await requireTargets(ctx, targets)
  const { kind, args, options } = wish
  const { needOnline } = options
  const code = await leftOutCode(ctx.db, { pushId: null, kind, args, needOnline, by: giver })
  const { rows } = await sql<{ code: string | null; count: number; examples: string[] | null }>`
    with meant as materialized (select device.* from device
      where device.deleted_at is null and ${deviceScope.rows(giver)}
        and ${await targetsOf(ctx.db, wish.targets)} limit ${mostPreviewed + 1}),
    judged as materialized (select device.sn, ${code} as code from meant as device)
    select code, count(*)::integer as count,
      (array_agg(sn order by sn) filter (where code is not null))[1:${sql.lit(examples)}] as examples
    from judged group by code order by 2 desc`.execute(ctx.db)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const leftOut = rows.flatMap(({ code, count, examples }) =>
    code === null ? [] : [{ code, count, examples: examples ?? [] }],
  )
  const given = rows.find(({ code }) => code === null)?.count ?? 0
  const capped = total > mostPreviewed
  const { waits } = await sizeOf({ db: ctx.db, principal: giver }, wish)
  return {
    total: capped ? mostPreviewed : total,
    given,
    leftOut,
    next: [],
    unknown,
    capped,
    needsApproval: waits,
  }
}

/** Writes a push; its terminals are written down by a worker, bit by bit. Answers its id. */
export async function createPush(ctx: Context, asked: Wish): Promise<string> {
  const wish = await acceptedOf(ctx, asked)
  const { principal } = ctx
  const made = await givePush(ctx, { ...wish, giver: frozenScope(principal) })
  if (!made) throw fieldRefusal('targets', 'push.nobody')
  const { kind, args, targets } = wish
  ctx.note({
    targetIds: [made.id],
    about: { taskNo: made.taskNo },
    after: {
      kind,
      args: shownArgs(kind, { ...args }),
      targets,
      ...(made.isCounted && { total: made.total }),
    },
  })
  pushChanged(ctx, { id: made.id, orgId: principal.orgId })
  ctx.ring(pushBell)
  return made.id
}

/** A wish with the terminals, the clock and the moment that it comes to; refuses what cannot be wanted so. */
export async function acceptedOf(ctx: Context, asked: Wish) {
  const wish = asked.skipUnknown
    ? { ...asked, targets: (await knownTargets(ctx, asked.targets)).targets }
    : asked
  await requireTargets(ctx, wish.targets)
  const options = await optionsOf(ctx, wish)
  const startsAt = beginOf(ctx, { ...wish, zone: options.zone ?? 'UTC' })
  if (wish.growing && !wish.targets.groupId) throw fieldRefusal('growing', 'push.growsByGroup')
  return { ...wish, options, startsAt }
}

/** What comes round does so by a clock, which is kept with it: that of an organisation may change. */
async function optionsOf(ctx: Context, { options, cron }: Wish): Promise<PushOptions> {
  const { zone, ...others } = options
  if (!cron) return others
  requireZone(options)
  return { ...others, zone: zone ?? (await ownZone(ctx)) ?? 'UTC' }
}

/** Refuses a clock that nobody knows. */
export function requireZone({ zone }: Pick<PushOptions, 'zone'>): void {
  if (zone !== undefined && !isTimezone(zone))
    throw fieldRefusal('options.zone', 'profile.unknownTimeZone')
}

/** The zone of the caller's organisation, its own or inherited. */
async function ownZone({ db, principal }: Context): Promise<string | undefined> {
  const { rows } = await sql<{ zoneId: string }>`select zone.zone_id from organization place
    join organization above on above.path @> place.path join timezone zone on zone.id = above.timezone_id
    where place.id = ${principal.orgId} order by nlevel(above.path) desc limit 1`.execute(db)
  return rows[0]?.zoneId
}

/** Earlier than so long ago nothing is meant to begin. */
const toleratedMs = 60_000

/** When a push begins first; null: at once. */
function beginOf(ctx: Context, { startsAt, cron, zone }: Wish & Pick<Round, 'zone'>): Date | null {
  const at = startsAt ? new Date(startsAt) : null
  if (at && at.getTime() < ctx.now().getTime() - toleratedMs)
    throw fieldRefusal('startsAt', 'push.startsEarlier')
  if (!cron) return at
  const next = nextRun({ cron, zone }, at ?? ctx.now())
  if (next === undefined) throw fieldRefusal('cron', 'push.noCron')
  if (next === null) throw fieldRefusal('cron', 'push.cronNever')
  return next
}
