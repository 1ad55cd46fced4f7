import { codes } from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { parameter } from '../../system/parameter/index.ts'
import { paramBell } from '../resolve/bell.ts'
import { type Kept, levelOf, plain, requireTemplate, stateBefore } from './assignmentBin.ts'
import { differencesOf, kept, opened } from './draft.ts'
import type { Fault, Said } from './draft.rules.ts'
import { judge, othersOf } from './editor.ts'
import { putInForce, takeOutOfForce } from './force.ts'
import { countTargets } from './target.ts'

/** For how many terminals it is, what would change for them, and who else speaks of them. */
export async function impactOf(ctx: Context, id: string) {
  const row = await plain.find(ctx, id)
  const count = await countOf(ctx, row)
  return {
    count,
    needsApproval: await isMany(ctx, count),
    differences: differencesOf(await inForce(ctx, row), opened(ctx.platform, id, row)),
    others: await othersOf(ctx, row),
  }
}

const nothing: Said = { values: {}, secrets: {} }

/** What it says now; nothing before its first revision, and after it was revoked. */
async function inForce(ctx: Context, row: Kept): Promise<Said> {
  if (row.revision === null) return nothing
  const told = await findRevision(ctx, row.id, row.revision)
  return told ? opened(ctx.platform, row.id, told) : nothing
}

const findRevision = ({ db }: Context, id: string, revision: number) =>
  db
    .selectFrom('paramAssignmentRev')
    .selectAll()
    .where('assignmentId', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()

async function countOf(ctx: Context, row: Kept): Promise<number> {
  return (await countTargets(ctx, [{ ...row, level: levelOf(row) }])).get(row.id) ?? 0
}

export async function isMany({ db }: Context, count: number): Promise<boolean> {
  const from = await parameter(db, 'push.approval.items')
  return from > 0 && count >= from
}

interface Wish {
  readonly id: string
  readonly version: number
  readonly count: number
  readonly note: string | null
}

/**
 * Puts the draft in force, at once or from its moment on. Of so many terminals that a second person has
 * to agree, the first call asks and the call of somebody else agrees.
 */
export async function activate(ctx: Context, { id, version, count, note }: Wish): Promise<void> {
  const before = await plain.find(ctx, id)
  // Locks the assignment: of two who put it in force, or one who edits meanwhile, the later one is refused.
  const row = await plain.update(ctx, { id, version })
  await requireTemplate(ctx, row)
  const said = opened(ctx.platform, id, row)
  const { faults } = await judge(ctx, row, said)
  if (faults.length > 0) throw faulty(ctx, faults)
  if (!row.isChanged && row.state === 'ACTIVE')
    throw new Refusal(codes.warning, 'param.nothingToActivate')
  const now = await countOf(ctx, row)
  if (now !== count)
    throw new Refusal(codes.countChanged, 'functional.countChanged', {
      params: { count: now },
      data: { count: now },
    })
  const { userId } = ctx.principal
  if ((await isMany(ctx, now)) && before.state !== 'PENDING_APPROVAL') {
    await set(ctx, id, { state: 'PENDING_APPROVAL', askedBy: userId })
    return
  }
  if (before.state === 'PENDING_APPROVAL' && before.askedBy === userId)
    throw new Refusal(codes.warning, 'param.anotherPerson')
  const revision = await addRevision(ctx, row, { note, count: now, asked: before.askedBy })
  const isLater = row.effectiveFrom !== null && Date.parse(row.effectiveFrom) > ctx.now().getTime()
  ctx.note({ targetIds: [id], after: { revision, note } })
  if (isLater) await set(ctx, id, { state: stateBefore(row), askedBy: null })
  else {
    const store = { db: ctx.db, secrets: ctx.platform.secrets }
    await putInForce(store, { assignmentId: id, revision }, { because: 'ACTIVATED', userId, note })
    ctx.ring(paramBell)
  }
}

/** The first fault in words, with the parameters that it is about as fields. */
function faulty({ language }: Context, faults: readonly Fault[]): Refusal {
  const fields = faults.flatMap(({ pids, key, params }) =>
    pids.map((pid) => ({ field: `values.${pid}`, message: translate(language, key, params) })),
  )
  return new Refusal(codes.badRequest, 'param.faulty', { fields, params: { count: faults.length } })
}

const set = ({ db }: Context, id: string, values: { state: string; askedBy: string | null }) =>
  db.updateTable('paramAssignment').set(values).where('id', '=', id).execute()

interface Given {
  readonly note: string | null
  readonly count: number
  readonly asked: string | null
}

/** Writes the next revision of an assignment; one that waits for its moment gives way to it. */
async function addRevision(
  ctx: Context,
  row: Kept,
  { note, count, asked }: Given,
): Promise<number> {
  const { userId } = ctx.principal
  await ctx.db
    .updateTable('paramAssignmentRev')
    .set({ state: 'SUPERSEDED' })
    .where('assignmentId', '=', row.id)
    .where('state', '=', 'SCHEDULED')
    .execute()
  const { rows } = await sql<{
    revision: number
  }>`insert into param_assignment_rev (assignment_id, revision,
      template_rev_id, content, sealed, secret_pids, state, starts_at, ends_at, note, device_count, published_by, approved_by, principal)
    select own.id, coalesce((select max(earlier.revision) from param_assignment_rev earlier
        where earlier.assignment_id = own.id), 0) + 1,
      own.template_rev_id, own.content, own.sealed, own.secret_pids, 'SCHEDULED',
      coalesce(own.effective_from, now()), own.effective_to, ${note}, ${count},
      ${asked ?? userId}::uuid, ${asked === null ? null : userId}::uuid,
      ${JSON.stringify(frozenScope(ctx.principal))}::jsonb
    from param_assignment own where own.id = ${row.id} returning revision`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new Error('a revision was not written')
  return made.revision
}

/** What it says holds no more. */
export async function revoke(
  ctx: Context,
  { id, version, note }: Omit<Wish, 'count'>,
): Promise<void> {
  const row = await plain.update(ctx, { id, version })
  if (row.revision === null && row.state !== 'PENDING_APPROVAL' && !(await isScheduled(ctx, id)))
    throw new Refusal(codes.wrongState, 'param.notInForce')
  const store = { db: ctx.db, secrets: ctx.platform.secrets }
  const { userId } = ctx.principal
  await takeOutOfForce(store, id, { because: 'REVOKED', userId, note })
  ctx.note({ targetIds: [id], after: { state: 'REVOKED', note } })
  ctx.ring(paramBell)
}

async function isScheduled({ db }: Context, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('paramAssignmentRev')
    .select('revision')
    .where('assignmentId', '=', id)
    .where('state', '=', 'SCHEDULED')
    .executeTakeFirst()
  return row !== undefined
}

interface Earlier {
  readonly id: string
  readonly revision: number
  readonly version: number
}

/** Makes the draft say what an earlier revision said. */
export async function restore(ctx: Context, { id, revision, version }: Earlier): Promise<void> {
  await plain.find(ctx, id)
  const told = await findRevision(ctx, id, revision)
  if (!told) throw new Refusal(codes.wrongState, 'refusal.notFound')
  const said = opened(ctx.platform, id, told)
  const { templateRevId } = told
  await plain.update(ctx, { id, version, templateRevId, ...kept(ctx.platform, id, said) })
}
