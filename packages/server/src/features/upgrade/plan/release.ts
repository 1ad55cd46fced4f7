import type { KeptTargets, PlanOptions, PushOptions } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import { parameter } from '../../../kit/parameter.ts'
import type { DB } from '../../../platform/schema.ts'
import { givePush } from '../../device/index.ts'
import type { UpgradeOptions } from '../version/upgradeTask.ts'
import { leaveOutPart } from './settle.queries.ts'
import { tasksOf, type VersionTask } from './versions.queries.ts'

/** What gives the pushes of a plan, and on whose behalf. */
export interface Giving {
  readonly db: Kysely<DB>
  readonly now: () => Date
  readonly giver: FrozenPrincipal
}

export interface Moved {
  readonly id: string
  readonly orgId: string
}

/** A plan as far as its waves are given. */
export interface ReleasedPlan {
  readonly id: string
  readonly planNo: string
  readonly name: string
  readonly versionIds: readonly string[]
  readonly kinds: readonly string[]
  readonly options: PlanOptions
  readonly rateNow: number | null
  readonly parts: number
  readonly endAt: string | null
}

/** Terminals of a wave. */
interface Some {
  readonly wave: number
  /** The first ones alone. */
  readonly most?: number
}

/**
 * Brings its versions to the terminals of a wave that were not released yet, but for those that another
 * plan is at: they come with a later part. Answers the pushes; none where nobody is free.
 */
export async function releaseFree(
  giving: Giving,
  plan: ReleasedPlan,
  { wave, most }: Some,
): Promise<Moved[]> {
  const part = plan.parts + 1
  const count = await claim(giving.db, plan, { wave, part, most })
  if (count === 0) return []
  await sql`update plan set parts = ${part} where id = ${plan.id}`.execute(giving.db)
  const tasks = await tasksOf(
    { db: giving.db, principal: principalOf(giving.giver) },
    plan.versionIds,
    toldBy(plan.options, giving.now()),
  )
  const targets = { plan: { id: plan.id, part } }
  const made = await giveParts(giving, plan, { tasks, targets, wave, part, purpose: 'FORTH' })
  if (made.length === 0) await leaveOutPart(giving.db, plan.id, part)
  return made
}

interface Part {
  readonly tasks: readonly VersionTask[]
  readonly targets: KeptTargets
  readonly wave: number
  readonly part: number
  readonly purpose: 'FORTH' | 'BACK'
}

/** Gives a push for each version, each after the one before it. */
export async function giveParts(
  giving: Giving,
  plan: ReleasedPlan,
  { tasks, targets, wave, part, purpose }: Part,
): Promise<Moved[]> {
  const made: Moved[] = []
  const hours =
    plan.options.timeoutHours ?? (await parameter(giving.db, 'plan.default.timeout.hours'))
  for (const [nth, { kind, args, title }] of tasks.entries()) {
    const push = await givePush(giving, {
      kind,
      args,
      title,
      targets,
      growing: false,
      options: pushOptionsOf(plan),
      ttlSeconds: secondsLeft(giving.now(), hours, plan.endAt),
      giver: giving.giver,
      startsAt: null,
      afterPushId: made.at(-1)?.id ?? null,
      isApproved: true,
      isAtOnce: true,
    })
    // Whoever began it sees none of them any more, or they are gone.
    if (!push) return made
    await giving.db
      .insertInto('planPush')
      .values({
        pushId: push.id,
        planId: plan.id,
        wave,
        part,
        purpose,
        place: nth + 1,
        isLast: nth === tasks.length - 1,
      })
      .execute()
    made.push({ id: push.id, orgId: giving.giver.orgId })
  }
  return made
}

/** How its versions come to a terminal, on whichever way. */
export const broughtBy = (options: PlanOptions): UpgradeOptions => ({
  ...(options.wifiOnly && { wifiOnly: true }),
  ...(options.meteredMb !== null && { meteredMb: options.meteredMb }),
  ...(!options.blackouts && { inBlackout: true }),
})

const hourMs = 3_600_000

/** What each terminal has to see to itself. */
const toldBy = (options: PlanOptions, now: Date): UpgradeOptions => ({
  ...broughtBy(options),
  ...(options.installWindows.length > 0 && {
    win: options.installWindows.map(({ from, until, days }) => ({ d: days, f: from, t: until })),
  }),
  ...(options.minBattery !== null && { minBat: options.minBattery }),
  ...(options.charger && { charger: true }),
  ...(options.idle && { idle: true }),
  ...(options.ask && { ask: true }),
  ...(options.maxRefuse !== null && { maxRefuse: options.maxRefuse }),
  ...(options.forceHours !== null && { deadline: now.getTime() + options.forceHours * hourMs }),
})

const pushOptionsOf = ({ options, rateNow }: ReleasedPlan): PushOptions => ({
  ...(options.downloadWindow && { window: options.downloadWindow }),
  ...(rateNow !== null && { ratePerMinute: rateNow }),
  retries: options.retries,
  needOnline: false,
  notify: false,
  priority: options.priority,
})

const leastSeconds = 60

/** How long it is worth bringing; not beyond the end of its plan. */
function secondsLeft(now: Date, hours: number, endAt: string | null): number {
  const seconds = hours * 3600
  if (endAt === null) return seconds
  const left = Math.floor((Date.parse(endAt) - now.getTime()) / 1000)
  return Math.max(leastSeconds, Math.min(seconds, left))
}

/** Terminals that one statement takes: a wave of a whole estate takes longer than a statement may. */
const sliceSize = 20_000

interface Free {
  readonly wave: number
  readonly part: number
  readonly most: number | undefined
}

/**
 * Takes the terminals of a wave for a plan, as far as no other plan is at the same of them: whoever comes
 * later waits. Another plan is done with a terminal when nothing of it is under way there.
 */
async function claim(db: Kysely<DB>, plan: ReleasedPlan, free: Free): Promise<number> {
  let released = 0
  for (let after: string | null = null; ; ) {
    const slice = await claimSlice(db, plan, { ...free, after })
    released += slice.released
    if (free.most !== undefined || slice.wanted < sliceSize) return released
    after = slice.last
  }
}

interface Slice {
  readonly wanted: number
  readonly released: number
  readonly last: string | null
}

async function claimSlice(
  db: Kysely<DB>,
  { id, kinds }: ReleasedPlan,
  { wave, part, most = sliceSize, after }: Free & { readonly after: string | null },
): Promise<Slice> {
  const { rows } = await sql<Slice>`
    with wanted as materialized (select target.device_id from plan_target target
      where target.plan_id = ${id} and target.wave = ${wave} and target.part is null and target.outcome is null
        and (${after}::uuid is null or target.device_id > ${after}) order by target.device_id limit ${most}),
    -- Nothing is written of those that wait, however often they are asked for.
    open as materialized (select wanted.device_id from wanted where not exists (select from plan_claim held
      where held.device_id = wanted.device_id and held.kind = any(${[...kinds]}::text[])
        and held.plan_id <> ${id} and is_plan_at(held.plan_id, held.device_id))),
    claimed as (insert into plan_claim as known (device_id, kind, plan_id)
      select open.device_id, kind, ${id} from open cross join unnest(${[...kinds]}::text[]) as kind
      order by 1, 2
      on conflict (device_id, kind) do update set plan_id = excluded.plan_id
        where known.plan_id = excluded.plan_id or not is_plan_at(known.plan_id, known.device_id)
      returning device_id),
    free as (select device_id from claimed group by 1 having count(*) = ${kinds.length}),
    -- As one list: what is just written down has no statistics yet, and a join of it may look at each pair.
    released as (update plan_target target set part = ${part} where target.plan_id = ${id}
      and target.device_id = any(array(select device_id from free)) returning target.device_id)
    select (select count(*) from wanted)::integer as wanted, (select count(*) from released)::integer as released,
      (select device_id from wanted order by 1 desc limit 1) as last`.execute(db)
  const [slice] = rows
  if (!slice) throw new Error('nothing was said of a slice')
  return slice
}
