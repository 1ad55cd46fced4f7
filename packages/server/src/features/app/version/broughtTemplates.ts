import type { apkTemplates, ParsedOf, ReplyOf } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains, type Condition } from '../../../kit/page.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { OwnApp } from './situation.ts'

const own = organizationsBy('own.id')

/** Over `template`: it is for an organisation that the caller sees, or for one above such. */
const isReached = ({ principal }: Context): Condition =>
  sql<SqlBool>`exists (select from organization place join organization own on own.path <@ place.path
    where place.id = template.org_id and ${own.rows(principal)})`

type Query = ParsedOf<typeof apkTemplates.list>['query']

/** Published templates of an application, for pickers; or the one that a form names. */
export async function pickTemplates(
  ctx: Context,
  { id, appId, keyword = '' }: Query,
): Promise<ReplyOf<typeof apkTemplates.list>> {
  const word = keyword.trim()
  const where = allOf([
    sql<SqlBool>`template.deleted_at is null`,
    isReached(ctx),
    ...(id === undefined
      ? [sql<SqlBool>`template.state = 'PUBLISHED' and template.status = 1`]
      : [sql<SqlBool>`template.id = ${id}`]),
    ...(appId === undefined ? [] : [sql<SqlBool>`template.app_id = ${appId}`]),
    ...(word ? [anyContains(['template.name', 'template.code'], word)] : []),
  ])
  const { rows } = await sql<{ id: string; name: string; code: string }>`select template.id,
      template.name, template.code from param_template template
    where ${where} order by template.name, template.id limit 1000`.execute(ctx.db)
  return rows
}

interface Brought {
  readonly app: OwnApp
  readonly versionCode: number
  readonly ids: readonly string[]
  /** Those that the version brought before: they may be out of use since. */
  readonly before: readonly string[]
}

interface Found {
  readonly id: string
  readonly name: string
  readonly isFor: boolean
}

/** Refuses templates of another application, those that nobody may begin with, and those for other versions. */
export async function requireTemplates(ctx: Context, wish: Brought): Promise<void> {
  const { app, versionCode, before } = wish
  const ids = [...new Set(wish.ids)]
  const added = ids.filter((id) => !before.includes(id))
  if (ids.length === 0) return
  // Locked until the commit: who removes one of them waits.
  const { rows } = await sql<Found>`select template.id, template.name,
      coalesce(template.version_from <= ${versionCode}::bigint, true)
        and coalesce(template.version_to >= ${versionCode}::bigint, true) as is_for
    from param_template template
    where template.id = any(${ids}::uuid[]) and template.app_id = ${app.id} and template.deleted_at is null
      and (template.id <> all(${added}::uuid[])
        or (template.state = 'PUBLISHED' and template.status = 1 and ${isReached(ctx)}))
    order by template.id for share of template`.execute(ctx.db)
  if (rows.length < ids.length) throw fieldRefusal('paramTemplateIds', 'rule.unknownRecord')
  const other = rows.find(({ id, isFor }) => !isFor && added.includes(id))
  if (other)
    throw fieldRefusal('paramTemplateIds', 'apk.templateForOthers', {
      name: other.name,
      code: versionCode,
    })
}
