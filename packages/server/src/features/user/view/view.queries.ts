import { listState, type ListView, type ListViewState } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { usableRoles } from '../role/index.ts'

interface Stored extends Omit<ListView, 'state'> {
  readonly state: unknown
}

/** The caller's own views and those that are shared with a role of his. */
const seen = ({ principal }: Context) => sql<boolean>`(view.user_id = ${principal.userId}
  or exists (select from list_view_role as shared where shared.view_id = view.id
    and shared.role_id = any(${[...principal.roleIds]}::uuid[])))`

const rowsOf = (ctx: Context) => sql`select view.id, view.name, view.state, view.version,
    view.user_id = ${ctx.principal.userId} as is_own, owner.user_name as owner,
    case when view.user_id = ${ctx.principal.userId} then coalesce(
      (select jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name) order by role.name)
        from list_view_role as shared join role on role.id = shared.role_id
        where shared.view_id = view.id and role.deleted_at is null), '[]'::jsonb)
      else '[]'::jsonb end as roles
  from list_view as view join app_user as owner on owner.id = view.user_id`

/** The views of a list that the caller sees, by name. */
export async function viewsOf(ctx: Context, list: string): Promise<ListView[]> {
  const { rows } = await sql<Stored>`${rowsOf(ctx)}
    where view.list = ${list} and ${seen(ctx)} order by view.name, view.id`.execute(ctx.db)
  return rows.map(asShown)
}

/** One view of the caller's own. */
export async function ownView(ctx: Context, id: string): Promise<ListView> {
  const { rows } = await sql<Stored>`${rowsOf(ctx)}
    where view.id = ${id} and view.user_id = ${ctx.principal.userId}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return asShown(rows[0])
}

/** What an older version has kept takes the defaults of what it did not know. */
function asShown(row: Stored): ListView {
  const state = listState().safeParse(row.state)
  return {
    ...row,
    state: state.success ? state.data : listState().parse({ pageSize: 20, look: {} }),
  }
}

/** Whether the caller sees a view of a list. */
export async function seesView(ctx: Context, { list, id }: { list: string; id: string }) {
  const { rows } = await sql`select from list_view as view
    where view.id = ${id} and view.list = ${list} and ${seen(ctx)}`.execute(ctx.db)
  return rows.length > 0
}

/** The view that a list opens with, if the caller still sees it. */
export async function defaultOf(ctx: Context, list: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select view.id from list_view_default as chosen
    join list_view as view on view.id = chosen.view_id
    where chosen.user_id = ${ctx.principal.userId} and chosen.list = ${list} and ${seen(ctx)}`.execute(
    ctx.db,
  )
  return rows[0]?.id ?? null
}

interface NewView {
  readonly list: string
  readonly name: string
  readonly state: ListViewState
}

/** How many views the caller has of a list. */
export async function countOwn(ctx: Context, list: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from list_view
    where user_id = ${ctx.principal.userId} and list = ${list}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Keeps a new view for the caller; answers its id. */
export async function insertView(ctx: Context, { list, name, state }: NewView): Promise<string> {
  const { id } = await ctx.db
    .insertInto('listView')
    .values({ list, name, state: JSON.stringify(state), userId: ctx.principal.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Shares a view with these roles and no others. */
export async function shareWith(ctx: Context, viewId: string, roleIds: readonly string[]) {
  await ctx.db.deleteFrom('listViewRole').where('viewId', '=', viewId).execute()
  await sql`insert into list_view_role (view_id, role_id)
    select ${viewId}, id from unnest(${[...roleIds]}::uuid[]) as id on conflict do nothing`.execute(
    ctx.db,
  )
}

/** The roles that a caller may share views with: those that he may give, and his own. */
export async function sharableRoles(ctx: Context): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from role
    where deleted_at is null and status = 1 and (${usableRoles.rows(ctx.principal)}
      or id = any(${[...ctx.principal.roleIds]}::uuid[])) order by name, id limit 1000`.execute(
    ctx.db,
  )
  return rows
}
