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
    language.updated_at, language.code = 'en' as is_default, count(text.key)::int as translated,
    count(*)::int as total,
    (select count(*)::int from language_text as own
      where own.language_id = language.id and own.is_custom) as own
  from language
    cross join (select key from language_text as source join language as english
      on english.id = source.language_id and english.code = 'en' where not ${isPlural}) as source
    left join language_text as text on text.language_id = language.id and text.key = source.key
  group by language.id`

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

/** The texts of one language beside the English ones; missing ones are rows too. */
export async function textPage(ctx: Context, query: TextQuery): Promise<Page<LanguageText>> {
  const { pageNum, pageSize } = query
  const rows = sql`
    select coalesce(text.id::text, keys.key) as id, keys.key, split_part(keys.key, '.', 1) as module,
      keys.source, text.value, text.updated_at,
      case when text.key is null then 'missing' when text.is_custom then 'own' else 'shipped' end as state
    from (
      select source.key, source.value as source from language_text as source
        join language as english on english.id = source.language_id and english.code = 'en'
      where not ${isPlural} or exists (select from language_text as held
        where held.language_id = ${query.languageId} and held.key = source.key)
      union
      select held.key, null from language_text as held
      where held.language_id = ${query.languageId} and not exists (select from language_text as known
        join language as english on english.id = known.language_id and english.code = 'en'
        where known.key = held.key)
    ) as keys
    left join language_text as text on text.language_id = ${query.languageId} and text.key = keys.key`
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
