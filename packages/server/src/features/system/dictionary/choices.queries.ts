import type { DictionaryChoice } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

interface Asked {
  readonly code: string
  readonly language: string
  /** The disabled items, too. */
  readonly all: boolean
}

/** The items of an enabled dictionary in their order, called as a language calls them. */
export async function choicesOf(
  db: Context['db'],
  { code, language, all }: Asked,
): Promise<DictionaryChoice[]> {
  const { rows } = await sql<DictionaryChoice>`
    select item.value, item.colour, item.is_default and item.status = 1 as is_default,
      item.status = 1 as is_enabled, item.extra,
      case when dictionary.is_system then coalesce(word.value, item.value)
        else coalesce(item.labels ->> ${language}, item.label) end as label
    from dictionary join dictionary_item item on item.dictionary_id = dictionary.id
      left join lateral (select text.value from language_text text
        join language on language.id = text.language_id
        where dictionary.is_system and text.key = dictionary.code || '.' || item.value
          and language.code in (${language}, 'en')
        order by language.code = ${language} desc limit 1) word on true
    where dictionary.code = ${code} and dictionary.status = 1 and dictionary.deleted_at is null
      and item.deleted_at is null and (${all} or item.status = 1)
    order by item.sort, item.id`.execute(db)
  return rows
}

/** Whether terminals are told to keep a dictionary. */
export async function isTold(db: Context['db'], code: string): Promise<boolean> {
  const { rows } = await sql<{ is: SqlBool }>`select from dictionary
    where code = ${code} and is_told and status = 1 and deleted_at is null`.execute(db)
  return rows.length > 0
}
