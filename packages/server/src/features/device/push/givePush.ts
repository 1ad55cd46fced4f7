import {
  countCap,
  type KeptTargets,
  needsSecondPerson,
  type PushKind,
  type PushOptions,
  type PushState,
} from '@muster/contract'
import { sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { parameter } from '../../system/parameter/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { tellApprovers } from './approvalNotices.ts'
import { approvalSize, graceOf } from './mass.ts'
import { targetsOf } from './targets.ts'

/** Where it is kept. What may wait for a second person is given with `changed`: consoles hear of his notice by it. */
type Store = Pick<Context, 'db' | 'now'> & Partial<Pick<Context, 'changed'>>

/** What is wanted, from whom and how. */
export interface Wanted {
  readonly kind: PushKind
  readonly args: object
  readonly title: string
  readonly targets: KeptTargets
  readonly growing: boolean
  readonly options: PushOptions
  readonly cron?: string | null | undefined
  readonly ttlSeconds?: number | undefined
}

interface Given extends Wanted {
  /** On whose behalf. */
  readonly giver: FrozenPrincipal
  readonly startsAt: Date | null
  /** The push that it follows. */
  readonly afterPushId?: string | null
  /** Who has changed what it comes of. */
  readonly editors?: readonly string[]
  /** It is a part of something that waits for a second person. */
  readonly isPartOfWaiting?: boolean
  /** Whatever it comes of has been approved where it had to be. */
  readonly isApproved?: boolean
  /** Nobody takes it back: whatever it comes of is held up instead. */
  readonly isAtOnce?: boolean
}

interface Made {
  readonly id: string
  readonly taskNo: string
  readonly total: number
  readonly isCounted: boolean
}

/** Writes a push; null: there is no terminal for it that its giver sees. Its caller tells of it. */
export async function givePush(store: Store, wish: Given): Promise<Made | null> {
  const { db } = store
  const { giver, startsAt, isApproved = false } = wish
  const now = store.now()
  const terms = await termsOf(store, wish)
  if (!terms) return null
  const { state, ttl, waits, total, isCounted } = terms
  const { rows } = await sql<{
    id: string
    taskNo: string
  }>`insert into push (task_no, kind, title, args, org_id, state, targets,
      is_growing, group_id, options, principal, starts_at, cron, grace_until, ttl_seconds, expires_at, needs_approval,
      approved_at, created_at, created_by, after_push_id, editors)
    values (next_task_no(${now}), ${wish.kind}, ${wish.title}, ${JSON.stringify(wish.args)}, ${giver.orgId}, ${state},
      ${JSON.stringify(wish.targets)}, ${wish.growing}, ${wish.targets.groupId ?? null}, ${JSON.stringify(wish.options)},
      ${JSON.stringify(giver)}, ${startsAt}, ${wish.cron ?? null},
      ${terms.graceUntil}, ${ttl}, ${terms.expiresAt},
      ${waits}, ${isApproved ? now : null}::timestamptz, ${now}, ${giver.userId}, ${wish.afterPushId ?? null},
      ${[...(wish.editors ?? [])]}::uuid[])
    returning id, task_no`.execute(db)
  const [made] = rows
  if (!made) throw new Error('a push was not written')
  // What follows another is let go with it.
  if (waits && !wish.afterPushId) await tellOf(store, { ...wish, ...made })
  return { ...made, total, isCounted }
}

interface Terms extends Size {
  readonly state: PushState
  /** Seconds for which it is worth delivering. */
  readonly ttl: number
  readonly graceUntil: Date | null
  readonly expiresAt: Date
}

/** How a push begins and until when it is good; null: there is no terminal for it that its giver sees. */
export async function termsOf({ db, now }: Store, wish: Given): Promise<Terms | null> {
  const { giver, startsAt, isApproved = false, isPartOfWaiting = false } = wish
  const size = await sizeOf({ db, principal: principalOf(giver) }, wish)
  const { total } = size
  if (total === 0) return null
  const waits = !isApproved && (size.waits || isPartOfWaiting)
  const isLater = startsAt !== null && startsAt > now()
  const ttl = wish.ttlSeconds ?? (await parameter(db, 'task.default.ttl.hours')) * 3600
  const begin = startsAt ?? now()
  return {
    ...size,
    waits,
    state: waits ? 'APPROVAL' : isLater ? 'SCHEDULED' : 'RUNNING',
    ttl,
    graceUntil: wish.isAtOnce ? null : await graceOf(db, total, begin),
    expiresAt: new Date(begin.getTime() + ttl * 1000),
  }
}

const tellOf = (
  { db, changed = () => undefined }: Store,
  {
    id,
    taskNo,
    kind,
    args,
    giver,
    editors = [],
    isPartOfWaiting = false,
  }: Given & Pick<Made, 'id' | 'taskNo'>,
) => {
  const { orgId, userId: createdBy } = giver
  return tellApprovers(
    { db, changed },
    { id, taskNo, kind, args, orgId, createdBy, editors, isPart: isPartOfWaiting },
  )
}

interface Size {
  /** Nobody counts further than decides something. */
  readonly total: number
  readonly isCounted: boolean
  /** Whether a second person approves it: it is of many, or of a kind of which each is too much. */
  readonly waits: boolean
}

/** Whose sight counts. */
type Seeing = Pick<Context, 'db' | 'principal'>

/** How many terminals a push is about, as far as that decides something. */
export async function sizeOf(seeing: Seeing, wish: Wanted): Promise<Size> {
  const from = await approvalSize(seeing.db)
  const most = Number.isFinite(from) ? Math.max(from, countCap) : countCap
  const total = await countTargets(seeing, wish.targets, most)
  // Nobody knows how many terminals a push will be about that grows.
  const isMany = total >= from || (wish.growing && Number.isFinite(from))
  const waits = needsSecondPerson(wish.kind) || isMany
  return { total, isCounted: total < most, waits }
}

/** How many terminals are meant, as far as the caller sees them; no more are counted than asked for. */
export async function countTargets(
  { db, principal }: Seeing,
  targets: KeptTargets,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from device where device.deleted_at is null and ${deviceScope.rows(principal)}
      and ${await targetsOf(db, targets)} limit ${most}) as meant`.execute(db)
  return rows[0]?.count ?? 0
}
