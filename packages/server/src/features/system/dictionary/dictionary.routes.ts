import { dictionaries, type DictionaryChoice, dictionaryItems } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { everyone } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import {
  dictionariesPath,
  dictionaryBin,
  itemBin,
  sortItem,
  tellChoices,
} from './dictionaryBins.ts'

export const dictionaryRoutes = serve(dictionaries, everyone, {
  ...lifecycle(dictionaries, dictionaryBin, { search: ['name', 'code'], order: ['code'] }),
  choices: ({ params, query }, ctx) => choicesOf(ctx, params.code, query.all === '1'),
  refresh: async (_, ctx) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from dictionary where deleted_at is null`.execute(ctx.db)
    ctx.changed(dictionariesPath, [])
    tellChoices(ctx)
    return { count: rows[0]?.count ?? 0 }
  },
})

export const dictionaryItemRoutes = serve(dictionaryItems, everyone, {
  ...lifecycle(dictionaryItems, itemBin, {
    search: ['label', 'value'],
    order: ['dictionaryCode', 'sort'],
  }),
  sort: async ({ body }, ctx) => ({ count: await sortItem(ctx, body) }),
})

/** The items of an enabled dictionary in their order, called as the caller's language calls them. */
async function choicesOf(ctx: Context, code: string, all: boolean): Promise<DictionaryChoice[]> {
  const { rows } = await sql<DictionaryChoice>`
    select item.value, item.colour, item.is_default and item.status = 1 as is_default,
      item.status = 1 as is_enabled, item.extra,
      case when dictionary.is_system then coalesce(word.value, item.value)
        else coalesce(item.labels ->> ${ctx.language}, item.label) end as label
    from dictionary join dictionary_item item on item.dictionary_id = dictionary.id
      left join lateral (select text.value from language_text text
        join language on language.id = text.language_id
        where dictionary.is_system and text.key = dictionary.code || '.' || item.value
          and language.code in (${ctx.language}, 'en')
        order by language.code = ${ctx.language} desc limit 1) word on true
    where dictionary.code = ${code} and dictionary.status = 1 and dictionary.deleted_at is null
      and item.deleted_at is null and (${all} or item.status = 1)
    order by item.sort, item.id`.execute(ctx.db)
  return rows
}
