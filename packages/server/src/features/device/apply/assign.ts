import { applies, rightToDecide } from '@muster/contract'
import { sql } from 'kysely'
import { idsOfPerson } from '../../../access/person.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { type LockedApply, lockApply, readApply, settleApply } from './apply.queries.ts'
import { requireApproval, requireDecider, sightOver } from './decide.ts'
import { tellApprover } from './tellApply.ts'

interface Approver {
  readonly id: string
  readonly userName: string
  readonly realName: string
}

const userScope = organizationsBy('orgId')
/** So many are offered; who decides at a place are few. */
const mostOffered = 200

/** Whom the caller sees of those who may take the next decision about a request. */
export async function approversOf(ctx: Context, id: string): Promise<Approver[]> {
  const found = await readApply(ctx, id, { move: 'assign' })
  await requireTurn(ctx, found)
  return candidates(ctx, found)
}

/** Gives the next decision to one of them, who is told, or back to all. */
export async function assign(ctx: Context, id: string, userId: string | null) {
  const found = await lockApply(ctx, id, 'assign')
  await requireTurn(ctx, found)
  const offered = userId === null ? [] : await candidates(ctx, found)
  const chosen = offered.find((one) => one.id === userId)
  if (userId !== null && !chosen) throw fieldRefusal('userId', 'rule.unknownRecord')
  await settleApply(ctx, found, { approverId: userId })
  if (userId !== null && userId !== ctx.principal.userId) await tellApprover(ctx, found, userId)
  return { count: 1 }
}

/** Whoever gives a decision away may take it himself. */
async function requireTurn(ctx: Context, found: LockedApply): Promise<void> {
  await requireDecider(ctx, found)
  requireApproval(found, (await sightOver(ctx, [found]))(found))
}

async function candidates(
  { db, principal }: Context,
  { state, kind, keep, fromOrgId, toOrgId, createdBy }: LockedApply,
): Promise<Approver[]> {
  const place = state === 'SUBMITTED' ? (fromOrgId ?? toOrgId) : toOrgId
  const holds = (permission: string) =>
    sql`id in (select user_id from permission_holders(${permission}, array[${place}::uuid]))`
  const right = rightToDecide(kind, keep)
  const { rows } = await sql<Approver>`select id, user_name, real_name
    from app_user as row
    where id <> all(${idsOfPerson({ userId: createdBy })}) and ${holds(applies.approve.permission)}
      and ${right === null ? sql`true` : holds(right)}
      and (id = ${principal.userId} or ${userScope.rows(principal)})
    order by user_name limit ${mostOffered}`.execute(db)
  return rows
}
