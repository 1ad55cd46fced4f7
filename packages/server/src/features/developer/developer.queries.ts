import {
  codes,
  type DeveloperMove,
  type DeveloperState,
  developersPath,
  mayMoveDeveloper,
  type TextKey,
} from '@muster/contract'
import { sql } from 'kysely'
import { isOnePerson } from '../../access/person.ts'
import type { Context } from '../../kit/context.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { giveNotice } from '../notice/index.ts'
import { developerScope } from './developerScope.ts'
import { isMember, requireActing, toldOf } from './memberRole.ts'

/** What of a developer decisions are taken by; locked until the commit. */
export interface LockedDeveloper {
  readonly id: string
  readonly name: string
  readonly state: DeveloperState
  readonly orgId: string
  readonly accountId: string
  readonly createdBy: string | null
  readonly firstApprovedBy: string | null
  readonly agreementVersion: string | null
  readonly version: number
}

/** Locks a developer for a move; refuses one that his state does not know. */
export async function lockDeveloper(
  ctx: Context,
  id: string,
  move: DeveloperMove,
): Promise<LockedDeveloper> {
  const { rows } = await sql<LockedDeveloper>`select * from developer where id = ${id}
    and deleted_at is null and ${developerScope.rows(ctx.principal)} for update`.execute(ctx.db)
  const [found] = rows
  if (!found) throw notFound()
  await requireActing(ctx, id)
  if (!mayMoveDeveloper(found.state, move))
    throw new Refusal(codes.wrongState, `developer.isNow.${found.state}`, {
      data: { state: found.state },
    })
  return found
}

/** Writes what became of a locked developer, tells the log and the consoles. */
export async function settleDeveloper(
  ctx: Context,
  before: LockedDeveloper,
  changes: Readonly<Record<string, unknown>>,
): Promise<{ count: number }> {
  const { id, name, state, orgId, version } = before
  await ctx.db
    .updateTable('developer')
    .set({
      ...changes,
      version: version + 1,
      updatedAt: ctx.now().toISOString(),
      updatedBy: ctx.principal.userId,
    })
    .where('id', '=', id)
    .execute()
  ctx.note({ targetIds: [id], about: { name }, before: { state }, after: changes })
  ctx.changed(developersPath, [id], [orgId])
  return { count: 1 }
}

/** Where a developer's own record stands in the console. */
export const linkTo = (name: string): string =>
  `/vendor/developer?${new URLSearchParams({ keyword: name }).toString()}`

/** Whoever acts for a developer, or works for him, decides nothing about him. */
export async function requireOther(ctx: Context, found: LockedDeveloper): Promise<void> {
  const isApplicant = await isOnePerson(ctx, [found.accountId, found.createdBy])
  if (isApplicant || (await isMember(ctx, found.id)))
    throw new Refusal(codes.warning, 'developer.own')
}

/** Tells those who act for a developer what has become of him, but for whoever did it. */
export async function tellAccount(
  ctx: Context,
  { id, name, accountId }: Pick<LockedDeveloper, 'id' | 'name' | 'accountId'>,
  said: { readonly textKey: TextKey; readonly reason?: string },
): Promise<void> {
  const told = await toldOf(ctx, { id, accountId })
  const userIds = told.filter((one) => one !== ctx.principal.userId)
  if (userIds.length === 0) return
  const { textKey, reason = '' } = said
  await giveNotice(ctx, {
    userIds,
    severity: 'INFO',
    textKey,
    values: { name, reason },
    link: linkTo(name),
  })
}
