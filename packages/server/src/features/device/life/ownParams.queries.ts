import { jsonDocumentsPath, paramsPath, variablesPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'

interface Written {
  readonly id: string
  readonly orgId: string
}

/** What terminals are told of their own about parameters: values, documents and variables, and the calls of each. */
const tables = {
  paramAssignment: paramsPath,
  jsonDocument: jsonDocumentsPath,
  globalParam: variablesPath,
} as const
type Table = keyof typeof tables
const names: readonly Table[] = ['paramAssignment', 'jsonDocument', 'globalParam']

/**
 * Whoever changes any of it meanwhile is waited for, in the order in which they take their locks: all of it, before a
 * revision is begun, for which there is one turn.
 */
async function hold({ db }: Context, deviceIds: readonly string[]): Promise<void> {
  for (const table of names) {
    if (table === 'globalParam')
      await sql`select pg_advisory_xact_lock(hashtextextended('global_param', 0))`.execute(db)
    await sql`select from ${sql.table(table)} where device_id = any(${[...deviceIds]}::uuid[])
      and deleted_at is null order by id for update`.execute(db)
  }
}

const inUse = (deviceIds: readonly string[]) =>
  sql`device_id = any(${[...deviceIds]}::uuid[]) and deleted_at is null`

/** Has it looked at what these terminals should have now. */
const lookAt = ({ db }: Context, deviceIds: readonly string[]) =>
  sql`insert into param_due (device_id) select unnest(${[...deviceIds]}::uuid[])
    where are_params_said()`.execute(db)

/** Out of the bin they come as what was revoked or withdrawn: nothing comes into force by itself. */
const asOver = {
  paramAssignment: sql`, state = case when revision is not null then 'REVOKED' when asked_for is not null then 'DRAFT'
    else state end, revision = null, asked_by = null, asked_for = null`,
  jsonDocument: sql`, state = case when revision is null then 'DRAFT' else 'PUBLISHED' end,
    status = case when revision is null then status else 0 end, asked_by = null, asked_for = null`,
  globalParam: sql``,
}

/** What was said to terminals themselves holds no more, and lies in the recycle bin. */
export async function dropParams(ctx: Context, deviceIds: readonly string[]): Promise<void> {
  await hold(ctx, deviceIds)
  await dropHeld(ctx, deviceIds)
  await lookAt(ctx, deviceIds)
}

async function dropHeld(ctx: Context, deviceIds: readonly string[]): Promise<void> {
  const { userId } = ctx.principal
  await sql`with held as materialized (select id from param_assignment
      where ${inUse(deviceIds)} and revision is not null),
    begun as materialized (select next_param_rev('REVOKED', null, ${userId}, null, ${ctx.ip || null}, null) as rev
      where exists (select from held))
    update param_value set to_rev = begun.rev from begun, held
    where param_value.owner_id = held.id and param_value.to_rev is null`.execute(ctx.db)
  await sql`update param_assignment_rev told set state = 'REVOKED' from param_assignment own
    where own.id = told.assignment_id and told.state in ('IN_FORCE', 'SCHEDULED')
      and own.id in (select id from param_assignment where ${inUse(deviceIds)})`.execute(ctx.db)
  for (const table of names) {
    const { rows } = await sql<Written>`update ${sql.table(table)} set deleted_at = now(),
        deleted_by = ${userId}, version = version + 1 ${asOver[table]}
      where ${inUse(deviceIds)} returning id, org_id`.execute(ctx.db)
    tellOwners(ctx, tables[table], rows)
  }
}

/** What was said to a terminal itself is said to the one that takes its place, whose own goes. */
export async function handParams(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await hold(ctx, [from, to])
  await dropHeld(ctx, [to])
  for (const table of names) {
    const { rows } = await sql<Written>`update ${sql.table(table)} set device_id = ${to},
        version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
      where ${inUse([from])} returning id, org_id`.execute(ctx.db)
    tellOwners(ctx, tables[table], rows)
  }
  await lookAt(ctx, [from, to])
}
