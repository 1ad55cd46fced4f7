import type { OrganizationPage, PageName } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { DB } from '../../../platform/schema.ts'

export interface PageOf {
  readonly id: string
  readonly page: PageName
}

/** A page in every language that is offered, with who above has one. */
export async function pagesOf({ db, principal }: Context, { id, page }: PageOf) {
  const isSeen = organizationsBy('over.id').rows(principal)
  const { rows } = await sql<OrganizationPage>`select language.code as language,
      language.native_name as language_name, language.direction,
      coalesce(own.html, '') as html, coalesce(own.version, 0) as version,
      (select jsonb_build_object('name', case when ${isSeen} then over.name end)
        from organization place join organization over on over.path @> place.path and over.id <> place.id
          join organization_page given on given.org_id = over.id
        where place.id = ${id} and given.page = ${page} and given.language = language.code
          and given.html <> '' order by nlevel(over.path) desc limit 1) as above
    from language left join organization_page own
      on own.org_id = ${id} and own.page = ${page} and own.language = language.code
    where language.status = 1 order by language.sort, language.code`.execute(db)
  return rows
}

interface Lock {
  readonly version: number
  readonly html: string
  readonly updatedByName: string | null
}

/** Locks a page until the commit, also where there is none yet. */
export async function lockPage(
  { db }: Context,
  { id, page }: PageOf,
  language: string,
): Promise<Lock> {
  await sql`insert into organization_page (org_id, page, language) values (${id}, ${page}, ${language})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<Lock>`select own.version, own.html, editor.user_name as updated_by_name
    from organization_page own left join app_user editor on editor.id = own.updated_by
    where own.org_id = ${id} and own.page = ${page} and own.language = ${language} for update of own`.execute(
    db,
  )
  return rows[0] ?? { version: 0, html: '', updatedByName: null }
}

export async function writePage(
  { db, principal }: Context,
  { id, page }: PageOf,
  { language, html }: { readonly language: string; readonly html: string },
): Promise<void> {
  await sql`update organization_page set html = ${html}, version = version + 1, updated_at = now(),
      updated_by = ${principal.userId}
    where org_id = ${id} and page = ${page} and language = ${language}`.execute(db)
}

/** Whether a language is offered. */
export async function isOffered({ db }: Context, code: string): Promise<boolean> {
  const { rows } = await sql`select from language where code = ${code} and status = 1`.execute(db)
  return rows.length > 0
}

export interface ShownPage {
  readonly html: string
  readonly language: string
  readonly direction: string
}

/** What a page says: in the first of these languages that it is written in, by the nearest organisation. */
export async function shownPage(
  db: Kysely<DB>,
  { id, page }: PageOf,
  languages: readonly string[],
): Promise<ShownPage | null> {
  const { rows } = await sql<ShownPage>`select given.html, given.language, language.direction
    from organization place join organization over on over.path @> place.path
      join organization_page given on given.org_id = over.id and given.page = ${page} and given.html <> ''
      join language on language.code = given.language and language.status = 1
    where place.id = ${id} and place.deleted_at is null
    order by array_position(${[...languages]}::text[], given.language) nulls last,
      language.sort, nlevel(over.path) desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The pages that the highest organisation shows, for the sign-in page. */
export async function rootPages(db: Kysely<DB>): Promise<{ id: string; pages: string[] } | null> {
  const { rows } = await sql<{ id: string; pages: string[] }>`select place.id,
      array_agg(distinct given.page) as pages
    from organization place join organization_page given on given.org_id = place.id and given.html <> ''
    where place.parent_id is null and place.deleted_at is null
    group by place.id order by place.id limit 1`.execute(db)
  return rows[0] ?? null
}
