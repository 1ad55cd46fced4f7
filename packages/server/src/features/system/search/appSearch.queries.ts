import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains } from '../../../kit/page.ts'

/** What belongs to an organisation is seen by whoever sees that. */
const scope = organizationsBy('orgId')

interface Sought {
  readonly text: string
  readonly limit: number
}

type Asking = Pick<Context, 'principal'>

const mineWith = ({ principal }: Asking, columns: readonly string[], text: string) =>
  allOf([sql<SqlBool>`deleted_at is null`, scope.rows(principal), anyContains(columns, text)])

interface Found {
  readonly id: string
  readonly orgName: string
}

/** The caller's applications with the text in their name or package, the shortest names first. */
export const appsByName = (
  asking: Asking,
  { text, limit }: Sought,
): RawBuilder<Found & { readonly name: string; readonly package: string }> =>
  sql`select app.id, app.name, app.package, organization.name as org_name
    from (select id, name, package, org_id from app where ${mineWith(asking, ['name', 'package'], text)}
      order by length(name), name, id limit ${limit}) app
    join organization on organization.id = app.org_id order by length(app.name), app.name, app.id`

/** The caller's policies with the text in their name. */
export const policiesByName = (
  asking: Asking,
  { text, limit }: Sought,
): RawBuilder<Found & { readonly name: string; readonly appName: string }> =>
  sql`select policy.id, policy.name, app.name as app_name, organization.name as org_name
    from (select id, name, app_id, org_id from org_apk where ${mineWith(asking, ['name'], text)}
      order by length(name), name, id limit ${limit}) policy
    join app on app.id = policy.app_id join organization on organization.id = policy.org_id
    order by length(policy.name), policy.name, policy.id`

/** The caller's banners with the text in their title. */
export const bannersByTitle = (
  asking: Asking,
  { text, limit }: Sought,
): RawBuilder<Found & { readonly title: string }> =>
  sql`select banner.id, banner.title, organization.name as org_name
    from (select id, title, org_id from app_banner where ${mineWith(asking, ['title'], text)}
      order by length(title), title, id limit ${limit}) banner
    join organization on organization.id = banner.org_id order by length(banner.title), banner.title, banner.id`
