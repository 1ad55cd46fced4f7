import { codes } from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import { isOnePerson } from '../../../access/person.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal, requireCount } from '../../../kit/refusal.ts'
import { countOf, isManyByNow, noteAlone, takeTurn } from '../assignment/many.ts'
import { paramBell } from '../resolve/bell.ts'
import { mayAgree, requireSecond } from '../second.ts'
import { faultsOf, findRevision, requireReading } from './draft.ts'
import { type Kept, letGo, lookAgain, notAsked, plain, stateBefore, unasked } from './jsonBin.ts'
import { kept, saidBy } from './said.ts'

/** For how many terminals a draft is, and what keeps it from being published. */
export async function impactOf(ctx: Context, id: string) {
  const row = await plain.find(ctx, id)
  const count = await countOf(ctx, row)
  const faults = await faultsOf(ctx, saidBy(ctx, row), row)
  const needsApproval = await isManyByNow(ctx, count, [id])
  return {
    count,
    needsApproval,
    mayAgree:
      row.askedFor !== 'PUBLISH' ||
      (await mayAgree(ctx, 'jsonDocument', row)) ||
      (!needsApproval && (await isOnePerson(ctx, [row.askedBy]))),
    faults,
  }
}

interface Wish {
  readonly id: string
  readonly version: number
  readonly count: number
  readonly note: string | null
}

/**
 * Puts the draft in force. Of so many terminals that a second person has to agree, the first call asks
 * and the call of somebody else agrees.
 */
export async function publish(ctx: Context, { id, version, count, note }: Wish): Promise<void> {
  await takeTurn(ctx)
  const before = await plain.find(ctx, id)
  // Locks the document: of two who publish it, or one who edits meanwhile, the later one is refused.
  const row = await plain.update(ctx, { id, version })
  const [fault] = await faultsOf(ctx, saidBy(ctx, row), row)
  if (fault)
    throw new Refusal(codes.warning, 'json.hasFaults', { params: { fault: fault.message } })
  if (before.askedFor === 'WITHDRAW') throw new Refusal(codes.warning, 'json.withdrawAsked')
  if (!row.isChanged && row.status === 1) throw new Refusal(codes.warning, 'json.nothingToPublish')
  const now = await countOf(ctx, row)
  requireCount(count, now)
  const { userId } = ctx.principal
  const needsSecond = await isManyByNow(ctx, now, [id])
  const isAsked = before.state === 'PENDING_APPROVAL'
  if (needsSecond && !isAsked) {
    await set(ctx, id, { state: 'PENDING_APPROVAL', askedBy: userId, askedFor: 'PUBLISH' })
    return
  }
  // He is not kept waiting by what counted once, as by what he put in force within an hour that is over.
  const isFree = isAsked && !needsSecond && (await isOnePerson(ctx, [before.askedBy]))
  if (isAsked && !isFree) await requireSecond(ctx, 'jsonDocument', before)
  const given = { note, count: now, asked: isFree ? null : before.askedBy }
  const revision = await addRevision(ctx, row, given)
  await set(ctx, id, { state: 'PUBLISHED', ...notAsked, revision, status: 1, editors: [] })
  ctx.note({ targetIds: [id], after: { revision, note } })
  await lookAgain(ctx, [id])
  ctx.ring(paramBell)
}

/**
 * What it says holds no more, until it is published again. Of so many terminals that a second person has to
 * agree, the first call asks and the call of somebody else agrees.
 */
export async function withdraw(
  ctx: Context,
  { id, version }: Pick<Wish, 'id' | 'version'>,
): Promise<void> {
  await takeTurn(ctx)
  const before = await plain.find(ctx, id)
  const row = await plain.update(ctx, { id, version })
  if (row.revision === null || row.status === 0)
    throw new Refusal(codes.wrongState, 'param.notInForce')
  const { userId } = ctx.principal
  const isAsked = before.askedFor === 'WITHDRAW'
  const count = await countOf(ctx, row)
  const needsSecond = await isManyByNow(ctx, count, [id])
  if (!isAsked && needsSecond) {
    await set(ctx, id, { state: 'PENDING_APPROVAL', askedBy: userId, askedFor: 'WITHDRAW' })
    return
  }
  const isAlone = !isAsked || (await isOnePerson(ctx, [before.askedBy]))
  if (isAsked && isAlone && needsSecond) throw new Refusal(codes.warning, 'param.anotherPerson')
  await set(ctx, id, { state: stateBefore(row), ...notAsked, status: 0 })
  if (isAlone) await noteAlone(ctx, new Map([[id, count]]))
  ctx.note({ targetIds: [id], after: { status: 0 } })
  await lookAgain(ctx, [id])
  ctx.ring(paramBell)
}

interface Become {
  readonly state: string
  readonly askedBy: string | null
  readonly askedFor: string | null
  readonly revision?: number
  readonly status?: number
  readonly editors?: string[]
}

const set = ({ db }: Context, id: string, values: Become) =>
  db.updateTable('jsonDocument').set(values).where('id', '=', id).execute()

interface Given {
  readonly note: string | null
  readonly count: number
  readonly asked: string | null
}

/** Writes the next revision of a document, which the one before gives way to. */
async function addRevision(
  ctx: Context,
  row: Kept,
  { note, count, asked }: Given,
): Promise<number> {
  const { userId } = ctx.principal
  const { id, code } = row
  await sql`insert into json_code (code) values (${code}) on conflict do nothing`.execute(ctx.db)
  // What terminals should have is found under a number that rises.
  await sql`select next_param_rev('DOCUMENT', ${id}::uuid, ${userId}::uuid, ${note})`.execute(
    ctx.db,
  )
  await sql`update json_document_rev set state = 'SUPERSEDED'
    where document_id = ${id} and state = 'PUBLISHED'`.execute(ctx.db)
  const { rows } = await sql<{
    revision: number
  }>`insert into json_document_rev (document_id, revision,
      document, sealed, schema, merge_mode, encrypt, size, state, note, device_count, published_by, approved_by, principal)
    select own.id, coalesce(own.revision, 0) + 1, own.document, own.sealed, own.schema, own.merge_mode, own.encrypt,
      own.size, 'PUBLISHED', ${note}, ${count}, ${asked ?? userId}::uuid, ${asked === null ? null : userId}::uuid,
      ${JSON.stringify(frozenScope(ctx.principal))}::jsonb
    from json_document own where own.id = ${id} returning revision`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new Error('a revision was not written')
  return made.revision
}

interface Earlier {
  readonly id: string
  readonly revision: number
  readonly version: number
}

/** Makes the draft say what an earlier revision said, merged as it was. */
export async function rollback(ctx: Context, { id, revision, version }: Earlier): Promise<void> {
  const before = await plain.find(ctx, id)
  const told = await findRevision(ctx, id, revision)
  requireReading(ctx, told)
  const { mergeMode } = told
  const said = kept(ctx, before, saidBy(ctx, { ...told, id }))
  await plain.update(ctx, { id, version, mergeMode, ...said, ...unasked(before) })
  await letGo(ctx, id)
}
