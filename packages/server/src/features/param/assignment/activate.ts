import { type BrokenRule, codes, type ParamSaid } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isOnePerson } from '../../../access/person.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal, requireCount } from '../../../kit/refusal.ts'
import { paramBell } from '../resolve/bell.ts'
import {
  type Kept,
  levelOf,
  notAsked,
  letGo,
  plain,
  requireTemplate,
  stateBefore,
  unasked,
} from './assignmentBin.ts'
import { type Difference, differencesOf, kept, opened, unopened } from './draft.ts'
import type { Fault, Said } from './draft.rules.ts'
import { judge, othersOf } from './editor.ts'
import { fileOf, filePidsOf, holdFilesOf, keepFilesOf } from './files.ts'
import { inheritedOf, shownInherited } from './inherited.ts'
import { labelsOf } from './labels.queries.ts'
import { outsideOf } from './installed.queries.ts'
import { hasRules } from '../rule/judge.ts'
import { putAndJudge, refuseBroken } from '../rule/trial.ts'
import { takeOutOfForce } from './force.ts'
import { mayAgree, requireSecond } from '../second.ts'
import { addRevisions } from './revision.queries.ts'
import { pick, type Shown, shownDifferences, shownOf, worded } from './shown.ts'
import { countOf, isAskedAmongMany, isFreeByNow, isManyByNow, noteAlone, takeTurn } from './many.ts'
import type { Cause } from './values.queries.ts'

const texts = z.record(z.string(), z.string())

/** For how many terminals it is, what would change for them, and who else speaks of them. */
export async function impactOf(ctx: Context, id: string) {
  const row = await plain.find(ctx, id)
  const count = await countOf(ctx, row)
  const { templateRevId } = row
  const revisionIds = [templateRevId, row.activeTemplateRevId ?? templateRevId]
  const isShown = await shownOf(ctx, revisionIds)
  const all = differencesOf(await inForce(ctx, row), unopened(row))
  const told = await shownDifferences(ctx, all, { isShown, revisionIds })
  const needsApproval = await isManyByNow(ctx, count, [id])
  return {
    count,
    needsApproval,
    mayAgree: await mayPutInForce(ctx, row, needsApproval),
    ...told,
    inherited: await inheritedBeside(ctx, row, told.differences),
    others: await othersOf(ctx, row),
    outside: await outsideOf(ctx, { ...row, level: levelOf(row) }),
    broken: await brokenBy(ctx, row),
  }
}

/** What is inherited where the draft, or what is in force, says nothing on one side of a difference. */
async function inheritedBeside(ctx: Context, row: Kept, differences: readonly Difference[]) {
  const pids = differences
    .filter(({ isSecret, before, after }) => !isSecret && (before === null || after === null))
    .map(({ pid }) => pid)
  if (pids.length === 0) return {}
  return shownInherited(await inheritedOf(ctx, { ...row, level: levelOf(row) }, pids))
}

const mayPutInForce = async (ctx: Context, row: Kept, needsSecond: boolean): Promise<boolean> =>
  row.askedFor !== 'ACTIVATE' ||
  (await mayAgree(ctx, 'paramAssignment', row)) ||
  (!needsSecond && (await isFreeByNow(ctx, row)))

/** Ends what was only tried out. */
class Undone extends Error {}

/** A trial keeps others from putting values in force meanwhile: a process tries one draft at a time. */
let isTrying = false

/**
 * Rules that the draft would break if it were in force now; what is wrong by itself is not tried. Null: it was
 * not tried, for too many terminals or while another is.
 */
async function brokenBy(ctx: Context, row: Kept): Promise<BrokenRule[] | null> {
  if (!(await hasRules(ctx.db))) return []
  const { faults } = await judge(ctx, row, opened(ctx.platform, row.id, row))
  if (faults.length > 0) return []
  if (isTrying) return null
  isTrying = true
  try {
    return await tryOut(ctx, row)
  } finally {
    isTrying = false
  }
}

async function tryOut(ctx: Context, row: Kept): Promise<BrokenRule[] | null> {
  let broken: BrokenRule[] | null = []
  const tried = ctx.platform.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    // It takes no number that somebody waits for.
    await sql`select set_config('muster.trial', 'on', true)`.execute(db)
    const [made] = await addRevisions(inside, [row.id], {
      note: null,
      ticket: null,
      count: 0,
      asked: null,
    })
    if (made) broken = await putAndJudge(inside, row, { made, cause: tryingOut })
    throw new Undone('undone')
  })
  await tried.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return broken
}

const tryingOut: Cause = { because: 'ACTIVATED', userId: null, note: null }

const nothing: Said = { values: {}, secrets: {} }

/** What it says now, secrets sealed; nothing before its first revision, and after it was revoked. */
async function inForce(ctx: Context, row: Kept): Promise<Said> {
  if (row.revision === null) return nothing
  const told = await findRevision(ctx, row.id, row.revision)
  return told ? unopened(told) : nothing
}

const findRevision = ({ db }: Context, id: string, revision: number) =>
  db
    .selectFrom('paramAssignmentRev')
    .selectAll()
    .where('assignmentId', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()

interface Wish {
  readonly id: string
  readonly version: number
  readonly count: number
  readonly note: string | null
  readonly ticket: string | null
  /** With what it is put in force, together for so many terminals that a second person has to agree. */
  readonly among?: string | null
}

/**
 * Puts the draft in force, at once or from its moment on. Of so many terminals that a second person has
 * to agree, the first call asks and the call of somebody else agrees.
 */
export async function activate(
  ctx: Context,
  { id, version, count, note, ticket, among = null }: Wish,
): Promise<void> {
  await takeTurn(ctx)
  const before = await plain.find(ctx, id)
  // Locks the assignment: of two who put it in force, or one who edits meanwhile, the later one is refused.
  const row = await plain.update(ctx, { id, version })
  await requireTemplate(ctx, row)
  const said = opened(ctx.platform, id, row)
  const { faults } = await judge(ctx, row, said)
  if (faults.length > 0) throw faulty(ctx, faults, await shownOf(ctx, [row.templateRevId]))
  // What was a text when it was typed may be a file by the revision that the draft has now.
  await holdFilesOf(ctx, row.templateRevId, [{ id, name: row.name, values: said.values }])
  if (before.askedFor === 'REVOKE') throw new Refusal(codes.warning, 'param.revokeAsked')
  if (!row.isChanged && row.state === 'ACTIVE' && row.status === 1)
    throw new Refusal(codes.warning, 'param.nothingToActivate')
  const now = await countOf(ctx, row)
  requireCount(count, now)
  const { userId } = ctx.principal
  const needsSecond = among !== null || (await isManyByNow(ctx, now, [id]))
  if (needsSecond && before.state !== 'PENDING_APPROVAL') {
    const asked = { askedBy: userId, askedFor: 'ACTIVATE', askedAmong: among }
    await set(ctx, id, { state: 'PENDING_APPROVAL', ...asked })
    return
  }
  const given = { note, ticket, count: now, asked: await askerOf(ctx, before, needsSecond) }
  const [made] = await addRevisions(ctx, [id], given)
  if (!made) throw new Error('a revision was not written')
  ctx.note({ targetIds: [id], after: { revision: made.revision, note, ticket } })
  const cause = { because: 'ACTIVATED', userId, note, ticket, ip: ctx.ip || null } as const
  if (!made.isDue) {
    requireNothingOld(row)
    await sql`savepoint param_trial`.execute(ctx.db)
    refuseBroken(await putAndJudge(ctx, row, { made, cause }))
    await sql`rollback to savepoint param_trial`.execute(ctx.db)
    await set(ctx, id, { state: stateBefore(row), status: 1, ...notAsked })
  } else {
    refuseBroken(await putAndJudge(ctx, row, { made, cause }))
    ctx.ring(paramBell)
  }
}

/** Who asked for it to come into force, if the caller may agree to that; null where nobody has to. */
async function askerOf(ctx: Context, before: Kept, needsSecond: boolean): Promise<string | null> {
  if (before.state !== 'PENDING_APPROVAL') return null
  // He is not kept waiting by what counted once, as by what he put in force within an hour that is over.
  if (!needsSecond && (await isFreeByNow(ctx, before))) return null
  await requireSecond(ctx, 'paramAssignment', before)
  return before.askedBy
}

/** Until the moment of a disabled one, what it said before would hold again, which nobody asks for. */
function requireNothingOld({ status, revision, name }: Kept): void {
  if (status === 0 && revision !== null)
    throw new Refusal(codes.warning, 'param.enableFirst', { params: { name } })
}

/** Faults in words, with the parameters that they are about as fields. */
function faulty(ctx: Context, faults: readonly Fault[], isShown: Shown): Refusal {
  const fields = faults
    .map((fault) => worded(ctx, fault, isShown))
    .flatMap(({ pids, message }) =>
      pids.length === 0
        ? [{ field: 'values', message }]
        : pids.map((pid) => ({ field: `values.${pid}`, message })),
    )
  return new Refusal(codes.badRequest, 'param.faulty', { fields, params: { count: faults.length } })
}

interface Asked {
  readonly state: string
  readonly askedBy: string | null
  readonly askedFor: string | null
  readonly askedAmong?: string | null
  readonly status?: number
}

const set = ({ db }: Context, id: string, values: Asked) =>
  db.updateTable('paramAssignment').set(values).where('id', '=', id).execute()

/**
 * What it says holds no more. Of so many terminals that a second person has to agree, the first call asks
 * and the call of somebody else agrees; what is not in force yet is nobody's loss.
 */
export async function revoke(
  ctx: Context,
  { id, version, note, ticket }: Omit<Wish, 'count' | 'among'>,
): Promise<void> {
  await takeTurn(ctx)
  const before = await plain.find(ctx, id)
  const row = await plain.update(ctx, { id, version })
  if (row.revision === null && row.state !== 'PENDING_APPROVAL' && !(await isScheduled(ctx, id)))
    throw new Refusal(codes.wrongState, 'param.notInForce')
  const { userId } = ctx.principal
  const isAsked = before.askedFor === 'REVOKE'
  const count = row.revision === null ? 0 : await countOf(ctx, row)
  const needsSecond = await isManyByNow(ctx, count, [id])
  if (!isAsked && needsSecond) {
    await set(ctx, id, { state: 'PENDING_APPROVAL', askedBy: userId, askedFor: 'REVOKE' })
    return
  }
  const isAlone = !isAsked || (await isOnePerson(ctx, [before.askedBy]))
  if (isAsked && isAlone && needsSecond) throw new Refusal(codes.warning, 'param.anotherPerson')
  const waitsOn = await isAskedAmongMany(ctx, before)
  if (waitsOn && row.revision === null) throw new Refusal(codes.warning, 'param.anotherPerson')
  const store = { db: ctx.db, secrets: ctx.platform.secrets }
  const cause = { because: 'REVOKED', userId, note, ticket, ip: ctx.ip || null } as const
  await takeOutOfForce(store, [id], cause)
  if (isAlone) await noteAlone(ctx, new Map([[id, count]]))
  if (waitsOn)
    await set(ctx, id, { state: 'PENDING_APPROVAL', askedBy: userId, askedFor: 'ACTIVATE' })
  ctx.note({ targetIds: [id], after: { state: 'REVOKED', note, ticket } })
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

/** Makes the draft say what an earlier revision said; what its reader is not shown stays as it is. */
export async function restore(ctx: Context, { id, revision, version }: Earlier): Promise<void> {
  const row = await plain.find(ctx, id)
  const told = await findRevision(ctx, id, revision)
  if (!told) throw new Refusal(codes.wrongState, 'refusal.notFound')
  const { templateRevId } = told
  const isShown = await shownOf(ctx, [row.templateRevId, templateRevId])
  const isHidden = (pid: string) => !isShown(pid)
  const [now, then] = [opened(ctx.platform, id, row), opened(ctx.platform, id, told)]
  const said = {
    values: { ...pick(now.values, isHidden), ...pick(then.values, isShown) },
    secrets: { ...pick(now.secrets, isHidden), ...pick(then.secrets, isShown) },
  }
  // What a second person was asked for is no more what would come into force.
  await plain.update(ctx, {
    id,
    version,
    templateRevId,
    ...kept(ctx.platform, id, said),
    ...(await unasked(ctx, row)),
  })
  await letGo(ctx, [id])
  await keepFilesOf(ctx, templateRevId, { id, name: row.name, values: said.values })
}

/** What a revision says, as far as its reader is shown it. */
export async function revisionOf(
  ctx: Context,
  { id, revision }: Pick<Earlier, 'id' | 'revision'>,
): Promise<ParamSaid> {
  const row = await plain.find(ctx, id)
  const told = await findRevision(ctx, id, revision)
  if (!told) throw new Refusal(codes.wrongState, 'refusal.notFound')
  const isShown = await shownOf(ctx, [row.templateRevId, told.templateRevId])
  const values = pick(texts.parse(told.content), isShown)
  const secretPids = told.secretPids.filter(isShown)
  const labels = await labelsOf(ctx, [told.templateRevId], [...Object.keys(values), ...secretPids])
  return { values, secretPids, labels: Object.fromEntries(labels) }
}

interface OwnFile {
  readonly id: string
  readonly pid: string
  /** Undefined: of the draft. */
  readonly revision: number | undefined
}

/** The file that an assignment says, or said, for a parameter. */
export async function ownFile(ctx: Context, { id, pid, revision }: OwnFile) {
  const row = await plain.find(ctx, id)
  const told = revision === undefined ? row : await findRevision(ctx, id, revision)
  if (!told) throw new Refusal(codes.wrongState, 'refusal.notFound')
  const isShown = await shownOf(ctx, [row.templateRevId, told.templateRevId])
  const filePids = await filePidsOf(ctx, told.templateRevId)
  const { values } = opened(ctx.platform, id, told)
  const isSaid = filePids.has(pid) && isShown(pid) && Object.hasOwn(values, pid)
  return fileOf(ctx, { id, text: isSaid ? (values[pid] ?? '') : '' })
}
