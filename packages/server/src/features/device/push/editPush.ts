import {
  codes,
  isCommandName,
  isProved,
  type mqttTasks,
  type ParsedOf,
  type PushPreview,
} from '@muster/contract'
import { sql } from 'kysely'
import { type FrozenPrincipal, frozenScope, principalOf } from '../../../access/frozen.ts'
import { standingNow } from '../../../access/owner.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { requireProofOf } from '../../../kit/stepUp.ts'
import { translate } from '../../../platform/texts.ts'
import { pushChanged } from './announcePushes.ts'
import { tellApprovers } from './approvalNotices.ts'
import { chainBehind, type HeldPush, lockPush } from './control.ts'
import { acceptedOf, previewPush, pushBell, type Wish } from './createPush.ts'
import { termsOf } from './givePush.ts'
import { requireReach } from './rights.ts'

type Body = ParsedOf<(typeof mqttTasks)['update']>['body']

interface Named {
  readonly id: string
  readonly kinds: readonly string[]
}

/** What of a push may be said anew, as it is. */
interface Said {
  readonly title: string
  readonly targets: object
  readonly growing: boolean
  readonly options: object
  readonly startsAt: string | null
  readonly cron: string | null
  readonly ttlSeconds: number | null
}

/** A push that is to be changed, locked with what follows it. */
interface Edited {
  readonly push: HeldPush
  /** In whose name it goes on: whoever gave it, with what he may still do and see. */
  readonly giver: FrozenPrincipal
  readonly said: Said
}

/** Whom it would reach as it is to be; and what follows it, for each. */
export async function previewEdit(ctx: Context, named: Named, body: Body): Promise<PushPreview> {
  const [first, ...others] = await lockEdited(ctx, named, body)
  const previewOf = (one: Edited) => previewPush(ctx, wishOf(one, body), principalOf(one.giver))
  const preview = await previewOf(first)
  for (const one of others) {
    const { given, leftOut } = await previewOf(one)
    preview.next.push({ title: titleIn(one), given, leftOut })
  }
  return preview
}

/**
 * Changes a push before it begins: when, for whom and how; what is wanted stays. It is judged as a new
 * one is, also whether a second person has to approve it. What follows it is changed with it.
 */
export async function updatePush(ctx: Context, named: Named, body: Body): Promise<void> {
  const chain = await lockEdited(ctx, named, body)
  const [{ push }] = chain
  // It is given anew, so it asks for what the first one asked for.
  if (isCommandName(push.kind) && isProved(push.kind)) await requireProofOf(ctx)
  for (const one of chain) await change(ctx, one, body)
  ctx.ring(pushBell)
}

async function change(ctx: Context, edited: Edited, body: Body): Promise<void> {
  const { push, giver, said } = edited
  const wish = await acceptedOf(ctx, wishOf(edited, body))
  const terms = await termsOf(ctx, { ...wish, giver })
  if (!terms) throw fieldRefusal('targets', 'push.nobody')
  const { title, targets, growing, options, startsAt, cron = null } = wish
  const { db, principal } = ctx
  await sql`update push set title = ${title}, targets = ${JSON.stringify(targets)}, is_growing = ${growing},
      group_id = ${targets.groupId ?? null}, options = ${JSON.stringify(options)}, principal = ${JSON.stringify(giver)},
      starts_at = ${startsAt}, cron = ${cron}, grace_until = ${terms.graceUntil}, ttl_seconds = ${terms.ttl},
      expires_at = ${terms.expiresAt}, state = ${terms.state}, reason = null, needs_approval = ${terms.waits},
      approved_at = null, approved_by = null, edited_at = ${ctx.now()}, edited_by = ${principal.userId},
      editors = array(select unnest(editors) union select ${principal.userId}::uuid),
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${principal.userId}
    where id = ${push.id}`.execute(db)
  ctx.note({
    targetIds: [push.id],
    about: { taskNo: push.taskNo },
    before: { state: push.state, ...said },
    after: {
      state: terms.state,
      title,
      targets,
      growing,
      options,
      startsAt,
      cron,
      ttlSeconds: terms.ttl,
    },
  })
  // What follows another is let go with it.
  if (terms.waits && push.afterPushId === null)
    await tellApprovers(ctx, { ...push, editors: [...push.editors, principal.userId] })
  pushChanged(ctx, push)
}

/** What is said anew; what is wanted stays, and what it is called and how long it is good unless that is said, too. */
const wishOf = ({ push, said }: Edited, { version: _, ...body }: Body): Wish => ({
  ...body,
  kind: push.kind,
  args: push.args,
  title: body.title || said.title,
  ttlSeconds: body.ttlSeconds ?? said.ttlSeconds ?? undefined,
})

/** What one that follows is called by itself. */
const titleIn = ({ push: { args }, said }: Edited): string =>
  'title' in args && typeof args.title === 'string' ? args.title : said.title

/** The push that is named, and what follows it, as long as nothing of them has begun. */
async function lockEdited(
  ctx: Context,
  named: Named,
  { version }: Pick<Body, 'version'>,
): Promise<readonly [Edited, ...Edited[]]> {
  const first = await lockOne(ctx, named)
  if (first.push.afterPushId !== null) throw new Refusal(codes.wrongState, 'push.changeFirst')
  await requireReach(ctx, first.push)
  await requireUnchanged(ctx, named.id, version)
  const chain: [Edited, ...Edited[]] = [first]
  for (const { id, kind } of await chainBehind(ctx, named.id))
    chain.push(await lockOne(ctx, { id, kinds: [kind] }))
  return chain
}

async function lockOne(ctx: Context, named: Named): Promise<Edited> {
  const push = await lockPush(ctx, named)
  // A statement of its own: it sees what a worker has begun meanwhile.
  const { rows } = await sql<
    Said & { isEditable: boolean; hasBegun: boolean }
  >`select title, targets,
      is_growing as growing, options, starts_at, cron, ttl_seconds, is_editable,
      state not in ('APPROVAL', 'SCHEDULED') or principal is not null and (expanded_at is not null or size > 0)
        or exists (select from push run where run.parent_id = row.id) as has_begun
    from push_row as row where id = ${push.id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('a push without a row')
  const { isEditable, hasBegun, ...said } = row
  if (hasBegun) throw new Refusal(codes.wrongState, 'push.hasBegun')
  if (push.afterPushId === null && !isEditable)
    throw new Refusal(codes.wrongState, 'push.notByHand')
  const isOwn = push.createdBy === ctx.principal.userId
  const giver = isOwn
    ? frozenScope(ctx.principal)
    : push.principal && (await standingNow(ctx.db, push.principal))
  if (!giver) throw new Refusal(codes.wrongState, 'push.ownerGone')
  return { push, giver, said }
}

/** Refuses when another editor was faster. */
async function requireUnchanged(ctx: Context, id: string, version: number): Promise<void> {
  const { rows } = await sql<{ version: number; name: string | null }>`select push.version,
      account.user_name as name
    from push left join app_user account on account.id = push.updated_by where push.id = ${id}`.execute(
    ctx.db,
  )
  const [now] = rows
  if (!now || now.version === version) return
  const name = now.name ?? translate(ctx.language, 'someone')
  throw new Refusal(codes.versionConflict, 'refusal.versionConflict', {
    params: { name },
    data: { version: now.version },
  })
}
