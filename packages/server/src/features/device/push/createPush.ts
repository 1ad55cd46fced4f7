import {
  countCap,
  needsSecondPerson,
  type PushKind,
  type PushOptions,
  type PushPreview,
  type PushState,
  type PushTargets,
} from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { parameter } from '../../system/parameter/index.ts'
import { shownArgs } from '../command/sealedArgs.ts'
import { deviceScope } from '../deviceScope.ts'
import { pushChanged } from './announcePushes.ts'
import { leftOutCode } from './leftOut.queries.ts'
import { nextRun } from './push.rules.ts'
import { requireTargets, targetsOf } from './targets.ts'

/** What rings the workers: there is a push to write down, to begin or to end. */
export const pushBell = 'push'

/** A push as somebody wants it. */
export interface Wish {
  readonly kind: PushKind
  readonly args: object
  readonly title: string
  readonly targets: PushTargets
  readonly growing: boolean
  readonly options: PushOptions
  readonly startsAt?: string | null | undefined
  readonly cron?: string | null | undefined
  readonly ttlSeconds?: number | undefined
}

/** More terminals than these can be taken back for a while. */
const massSize = 100

/** Terminals that a preview looks at. */
const mostPreviewed = 20_000

/** Terminals of each kind that a preview names. */
const examples = 5

/** How many terminals a push would be about, and by which it would pass. */
export async function previewPush(ctx: Context, wish: Wish): Promise<PushPreview> {
  await requireTargets(ctx, wish.targets)
  const { kind, args, options } = wish
  const code = await leftOutCode(ctx.db, {
    pushId: null,
    kind,
    args,
    needOnline: options.needOnline,
  })
  const { rows } = await sql<{ code: string | null; count: number; examples: string[] | null }>`
    with meant as materialized (select device.* from device
      where device.deleted_at is null and ${deviceScope.rows(ctx.principal)}
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
  const { waits } = await sizeOf(ctx, wish)
  return { total: capped ? mostPreviewed : total, given, leftOut, capped, needsApproval: waits }
}

interface Size {
  /** Nobody counts further than decides something. */
  readonly total: number
  readonly isCounted: boolean
  /** Whether a second person approves it: it is of many, or of a kind of which each is too much. */
  readonly waits: boolean
}

async function sizeOf(ctx: Context, wish: Wish): Promise<Size> {
  const from = await parameter(ctx.db, 'push.approval.items')
  const most = Math.max(from, countCap)
  const total = await countTargets(ctx, wish.targets, most)
  // Nobody knows how many terminals a push will be about that grows.
  const isMany = from > 0 && (wish.growing || total >= from)
  const waits = needsSecondPerson(wish.kind) || isMany
  return { total, isCounted: total < most, waits }
}

/** Writes a push; its terminals are written down by a worker, bit by bit. Answers its id. */
export async function createPush(ctx: Context, wish: Wish): Promise<string> {
  await requireTargets(ctx, wish.targets)
  const startsAt = beginOf(ctx, wish)
  if (wish.growing && !wish.targets.groupId) throw fieldRefusal('growing', 'push.growsByGroup')
  const { total, isCounted, waits } = await sizeOf(ctx, wish)
  if (total === 0) throw fieldRefusal('targets', 'push.nobody')
  const isLater = startsAt !== null && startsAt > ctx.now()
  const state: PushState = waits ? 'APPROVAL' : isLater ? 'SCHEDULED' : 'RUNNING'
  const ttl = wish.ttlSeconds ?? (await parameter(ctx.db, 'task.default.ttl.hours')) * 3600
  const begin = startsAt ?? ctx.now()
  const grace = total > massSize ? await parameter(ctx.db, 'push.grace.seconds') : 0
  const { principal } = ctx
  const { rows } = await sql<{
    id: string
    taskNo: string
  }>`insert into push (task_no, kind, title, args, org_id, state, targets,
      is_growing, group_id, options, principal, starts_at, cron, grace_until, ttl_seconds, expires_at, needs_approval,
      created_at, created_by)
    values (next_task_no(${ctx.now()}), ${wish.kind}, ${wish.title}, ${JSON.stringify(wish.args)}, ${principal.orgId}, ${state},
      ${JSON.stringify(wish.targets)}, ${wish.growing}, ${wish.targets.groupId ?? null}, ${JSON.stringify(wish.options)},
      ${JSON.stringify(frozenScope(principal))}, ${startsAt}, ${wish.cron ?? null},
      ${grace > 0 ? new Date(begin.getTime() + grace * 1000) : null}, ${ttl}, ${new Date(begin.getTime() + ttl * 1000)},
      ${waits}, ${ctx.now()}, ${principal.userId})
    returning id, task_no`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new Error('a push was not written')
  const { kind, args, targets } = wish
  ctx.note({
    targetIds: [made.id],
    about: { taskNo: made.taskNo },
    after: {
      kind,
      args: shownArgs(kind, { ...args }),
      targets,
      ...(isCounted && { total }),
    },
  })
  pushChanged(ctx, { id: made.id, orgId: principal.orgId })
  ctx.ring(pushBell)
  return made.id
}

/** Earlier than so long ago nothing is meant to begin. */
const toleratedMs = 60_000

/** When a push begins first; null: at once. */
function beginOf(ctx: Context, { startsAt, cron }: Wish): Date | null {
  const at = startsAt ? new Date(startsAt) : null
  if (at && at.getTime() < ctx.now().getTime() - toleratedMs)
    throw fieldRefusal('startsAt', 'push.startsEarlier')
  if (!cron) return at
  const next = nextRun(cron, at ?? ctx.now())
  if (next === undefined) throw fieldRefusal('cron', 'push.noCron')
  if (next === null) throw fieldRefusal('cron', 'push.cronNever')
  return next
}

/** How many terminals are meant, as far as the caller sees them; no more are counted than asked for. */
export async function countTargets(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  targets: PushTargets,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from device where device.deleted_at is null and ${deviceScope.rows(principal)}
      and ${await targetsOf(db, targets)} limit ${most}) as meant`.execute(db)
  return rows[0]?.count ?? 0
}
