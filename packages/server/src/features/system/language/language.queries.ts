import {
  type Language,
  type LanguageText,
  type languageTexts,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, contains, equals, type Page } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'

type TextQuery = ParsedOf<(typeof languageTexts)['page']>['query']
interface Paging {
  readonly pageNum: number
  readonly pageSize: number
}

/** Forms of a plural that English does not have are no gaps of another language, nor its own of English. */
const isPlural = sql<SqlBool>`source.key ~ '_(zero|one|two|few|many)$'`

/** A language with its completeness: how many of the English texts, plural forms aside, it has. */
const languageRows = sql`
  select language.id, language.code, language.name, language.native_name, language.direction,
    language.updated_at, language.is_default, language.status, count(text.key)::int as translated,
    count(*)::int as total,
    (select count(*)::int from language_text as own
      where own.language_id = language.id and own.is_custom) as own
  from language
    cross join (select key from language_text as source join language as english
      on english.id = source.language_id and english.code = 'en' where not ${isPlural}) as source
    left join language_text as text on text.language_id = language.id and text.key = source.key
  group by language.id`

/**
 * The texts of a language, all or those of some modules; null: nobody has added it. English stands in
 * for what it lacks, but never as one form of a plural among its own.
 */
export async function packOf(
  db: Context['db'],
  code: string,
  modules?: readonly string[],
): Promise<Readonly<Record<string, string>> | null> {
  const { rows } = await sql<{ key: string; value: string }>`
    select distinct on (text.key) text.key, text.value
    from language_text as text join language on language.id = text.language_id
    where language.code in ('en', ${code})
      and (${modules ?? null}::text[] is null or exists (select
        from unnest(${modules ?? null}::text[]) as module where starts_with(text.key || '.', module || '.')))
      and not (language.code <> ${code} and exists (select from language_text as own
        join language as asked on asked.id = own.language_id and asked.code = ${code}
        where own.key = regexp_replace(text.key, '_(zero|one|two|few|many)$', '')))
    order by text.key, language.code <> ${code}`.execute(db)
  const known = await db.selectFrom('language').select('id').where('code', '=', code).execute()
  return known.length === 0 ? null : Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** All languages: there are never many. */
export async function languagePage(ctx: Context, paging: Paging): Promise<Page<Language>> {
  const { pageNum, pageSize } = paging
  const { rows } = await sql<Language>`select * from (${languageRows}) as row
    order by is_default desc, code`.execute(ctx.db)
  const list = rows.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return { list, total: rows.length, pageNum, pageSize }
}

/** One language; refuses when it is not there. */
export async function findLanguage(ctx: Context, id: string): Promise<Language> {
  const { rows } =
    await sql<Language>`select * from (${languageRows}) as row where id = ${id}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound()
  return row
}

/** The texts of a language beside the English ones; missing ones are rows too. */
const textRows = (languageId: string) => sql`
    select coalesce(text.id::text, keys.key) as id, keys.key, split_part(keys.key, '.', 1) as module,
      keys.source, text.value, text.updated_at,
      case when text.key is null then 'missing' when text.is_custom then 'own' else 'shipped' end as state
    from (
      select source.key, source.value as source from language_text as source
        join language as english on english.id = source.language_id and english.code = 'en'
      where not ${isPlural} or exists (select from language_text as held
        where held.language_id = ${languageId} and held.key = source.key)
      union
      select held.key, null from language_text as held
      where held.language_id = ${languageId} and not exists (select from language_text as known
        join language as english on english.id = known.language_id and english.code = 'en'
        where known.key = held.key)
    ) as keys
    left join language_text as text on text.language_id = ${languageId} and text.key = keys.key`

/** A text of a language, and whose wording it is. */
export type StatedText = Pick<LanguageText, 'key' | 'source' | 'value' | 'state'>

/** All texts of a language, those that it lacks among them. */
export async function knownTexts(ctx: Context, languageId: string): Promise<StatedText[]> {
  const { rows } = await sql<StatedText>`select key, source, value, state
    from (${textRows(languageId)}) as row order by key`.execute(ctx.db)
  return rows
}

/** Those texts of one language that are asked for, some at a time. */
export async function textPage(ctx: Context, query: TextQuery): Promise<Page<LanguageText>> {
  const { pageNum, pageSize } = query
  const rows = textRows(query.languageId)
  const where = allOf(conditionsOf(query))
  const list = await sql<LanguageText>`select * from (${rows}) as row where ${where}
    order by key limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*) as total from (${rows}) as row
    where ${where}`.execute(ctx.db)
  return { list: list.rows, total: counted.rows[0]?.total ?? 0, pageNum, pageSize }
}

function conditionsOf({ module, key, value, state, keyword }: TextQuery): Condition[] {
  return [
    ...(module ? [equals('module', module)] : []),
    ...(key ? [contains('key', key)] : []),
    ...(value ? [contains('value', value)] : []),
    ...(state ? [equals('state', state)] : []),
    ...(keyword
      ? [
          sql<SqlBool>`(${contains('key', keyword)} or ${contains('value', keyword)} or ${contains('source', keyword)})`,
        ]
      : []),
  ]
}
