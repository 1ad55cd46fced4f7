import {
  codes,
  type DeveloperMember,
  developerMembers,
  developerMembersPath,
  developersPath,
  mostDeveloperMembers,
  type ParsedOf,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { requireAccount } from './account.ts'
import { developerScope } from './developerScope.ts'
import { requireActing, requireLetGo } from './memberRole.ts'

interface Developer {
  readonly id: string
  readonly name: string
  readonly orgId: string
  readonly accountId: string
}

/** A developer that the caller sees, locked until the commit: members come and go one after the other. */
async function hold(ctx: Context, id: string): Promise<Developer> {
  const { rows } = await sql<Developer>`select id, name, org_id, account_id from developer
    where id = ${id} and deleted_at is null and ${developerScope.rows(ctx.principal)}
    for no key update`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  await requireActing(ctx, id)
  return rows[0]
}

async function list(ctx: Context, id: string): Promise<DeveloperMember[]> {
  const { rows: seen } = await sql`select from developer where id = ${id} and deleted_at is null
    and ${developerScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!seen[0]) throw notFound()
  const { rows } = await sql<DeveloperMember>`select member.account_id, account.user_name,
      account.real_name, member.role, member.since
    from developer_member member join app_user account on account.id = member.account_id
    where member.developer_id = ${id} and account.deleted_at is null
    order by account.user_name limit ${mostDeveloperMembers}`.execute(ctx.db)
  return rows
}

type Saved = ParsedOf<typeof developerMembers.save>['body']

async function save(ctx: Context, id: string, { accountId, role }: Saved) {
  const developer = await hold(ctx, id)
  if (accountId === developer.accountId) throw fieldRefusal('accountId', 'developer.member.account')
  await requireAccount(ctx, accountId)
  const { rows: others } = await sql`select from developer_member
    where developer_id = ${id} and account_id <> ${accountId}`.execute(ctx.db)
  if (others.length >= mostDeveloperMembers)
    throw new Refusal(codes.wrongState, 'developer.member.tooMany')
  await sql`insert into developer_member (developer_id, account_id, role, created_by)
    values (${id}, ${accountId}, ${role}, ${ctx.principal.userId})
    on conflict (developer_id, account_id) do update set role = excluded.role`.execute(ctx.db)
  return done(ctx, developer, { count: 1, after: { accountId, role } })
}

async function remove(ctx: Context, id: string, accountId: string) {
  const developer = await hold(ctx, id)
  await requireLetGo(ctx, accountId)
  const { numAffectedRows = 0n } = await sql`delete from developer_member
    where developer_id = ${id} and account_id = ${accountId}`.execute(ctx.db)
  return done(ctx, developer, { count: Number(numAffectedRows), after: { removed: accountId } })
}

interface Done {
  readonly count: number
  readonly after: Readonly<Record<string, unknown>>
}

function done(ctx: Context, { id, name, orgId }: Developer, { count, after }: Done) {
  ctx.note({ targetIds: [id], about: { name }, after })
  ctx.changed(developerMembersPath, [id], [orgId])
  ctx.changed(developersPath, [id], [orgId])
  return { count }
}

/** Members of developers: who sees a developer sees them, and who acts for him or looks after him changes them. */
export const developerMemberRoutes = serve(developerMembers, developerScope, {
  list: ({ params: { id } }, ctx) => list(ctx, id),
  save: ({ params: { id }, body }, ctx) => save(ctx, id, body),
  remove: ({ params: { id, accountId } }, ctx) => remove(ctx, id, accountId),
})
