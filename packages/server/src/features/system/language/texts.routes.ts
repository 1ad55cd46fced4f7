import { languageTexts, languagesPath } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { findLanguage, textPage } from './language.queries.ts'
import { placesText } from './languageFile.rules.ts'
import { isPluralForm, placesAmiss } from './placeholders.rules.ts'

interface Held {
  readonly id: string
  readonly languageId: string
  readonly code: string
  readonly key: string
  readonly value: string
}

export const languageTextRoutes = serve(languageTexts, everyone, {
  page: ({ query }, ctx) => textPage(ctx, query),
  add: async ({ body }, ctx) => {
    const { languageId, key, value } = body
    await findLanguage(ctx, languageId)
    await requirePlaces(ctx, key, value)
    const { id } = await ctx.db
      .insertInto('languageText')
      .values({ languageId, key, value, isCustom: true, updatedBy: ctx.principal.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return told(ctx, { id, languageId }, { after: { key, value } })
  },
  update: async ({ params, body }, ctx) => {
    const held = await findText(ctx, params.id)
    await requirePlaces(ctx, held.key, body.value)
    await ctx.db
      .updateTable('languageText')
      .set({
        value: body.value,
        isCustom: true,
        updatedAt: sql`now()`,
        updatedBy: ctx.principal.userId,
      })
      .where('id', '=', params.id)
      .execute()
    const { key, value } = held
    return told(ctx, held, { before: { key, value }, after: { key, value: body.value } })
  },
  remove: async ({ params }, ctx) => {
    const held = await findText(ctx, params.id)
    const shipped = shippedTexts[held.code]?.[held.key]
    if (shipped === undefined)
      await ctx.db.deleteFrom('languageText').where('id', '=', params.id).execute()
    else
      await ctx.db
        .updateTable('languageText')
        .set({ value: shipped, isCustom: false, updatedAt: sql`now()` })
        .where('id', '=', params.id)
        .execute()
    told(ctx, held, { before: { key: held.key, value: held.value } })
    return { count: 1 }
  },
})

async function findText(ctx: Context, id: string): Promise<Held> {
  const held = await ctx.db
    .selectFrom('languageText')
    .innerJoin('language', 'language.id', 'languageText.languageId')
    .select(['languageText.id', 'languageText.languageId', 'language.code'])
    .select(['languageText.key', 'languageText.value'])
    .where('languageText.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw notFound()
  return held
}

/** A translation fills the same places as the English text; what it lacks or invents is named. */
async function requirePlaces(ctx: Context, key: string, value: string): Promise<void> {
  const english = await ctx.db
    .selectFrom('languageText')
    .innerJoin('language', 'language.id', 'languageText.languageId')
    .select('languageText.value')
    .where('language.code', '=', 'en')
    .where('languageText.key', '=', key)
    .executeTakeFirst()
  if (!english) return
  const { lacking, unknown } = placesAmiss(english.value, value)
  const named = (names: readonly string[]) => ({ names: placesText(names) })
  if (lacking.length > 0 && !isPluralForm(key))
    throw fieldRefusal('value', translate(ctx.language, 'language.lacksPlaces', named(lacking)))
  if (unknown.length > 0)
    throw fieldRefusal('value', translate(ctx.language, 'language.unknownPlaces', named(unknown)))
}

function told(
  ctx: Context,
  { id, languageId }: Pick<Held, 'id' | 'languageId'>,
  note: { before?: unknown; after?: unknown },
) {
  ctx.note({ targetIds: [id], ...note })
  ctx.changed(languagesPath, [languageId])
  return { id }
}
