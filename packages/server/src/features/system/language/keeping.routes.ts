import { codes, languageKeeping, languagesPath } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { findLanguage, languagePage } from './language.queries.ts'

/** What stands in where a language lacks a text. */
const sourceCode = 'en'

interface Added {
  readonly code: string
  readonly name: string
  readonly nativeName: string
  readonly direction: string
}

export const languageKeepingRoutes = serve(languageKeeping, everyone, {
  page: ({ query }, ctx) => languagePage(ctx, query),
  add: async ({ body }, ctx) => {
    const id = await addLanguage(ctx, body)
    await takeShipped(ctx, id)
    return told(ctx, id)
  },
  copy: async ({ params, body }, ctx) => {
    const source = await findLanguage(ctx, params.id)
    const id = await addLanguage(ctx, { ...body, direction: source.direction })
    await sql`insert into language_text (language_id, key, value, is_custom, updated_by)
      select ${id}, text.key, text.value, true, ${ctx.principal.userId} from language_text as text
      where text.language_id = ${params.id}`.execute(ctx.db)
    return told(ctx, id)
  },
  update: async ({ params, body }, ctx) => {
    const before = await findLanguage(ctx, params.id)
    await change(ctx, params.id, body)
    const { name, nativeName, direction } = before
    ctx.note({ targetIds: [params.id], before: { name, nativeName, direction }, after: body })
    return findLanguage(ctx, params.id)
  },
  setStatus: async ({ params: { id, status } }, ctx) => {
    const { code, isDefault } = await findLanguage(ctx, id)
    ctx.note({ about: { code } })
    if (isDefault && status === '0') throw new Refusal(codes.warning, 'language.isDefault')
    await change(ctx, id, { status: Number(status) })
    return { count: 1 }
  },
  setDefault: ({ params }, ctx) => setDefault(ctx, params.id),
  remove: async ({ params }, ctx) => {
    const { code, isDefault } = await findLanguage(ctx, params.id)
    if (isDefault) throw new Refusal(codes.warning, 'language.isDefault')
    if (code === sourceCode) throw new Refusal(codes.warning, 'language.isSource')
    await ctx.db.deleteFrom('language').where('id', '=', params.id).execute()
    ctx.note({ targetIds: [params.id], before: { code } })
    ctx.changed(languagesPath, [params.id])
    return { count: 1 }
  },
  refresh: async ({ params }, ctx) => {
    const { code } = await findLanguage(ctx, params.id)
    const count = await takeShipped(ctx, params.id)
    ctx.note({ targetIds: [params.id], about: { code } })
    ctx.changed(languagesPath, [params.id])
    return { count }
  },
})

type Changed = Partial<
  Omit<Added, 'code'> & { readonly status: number; readonly isDefault: boolean }
>

async function change(ctx: Context, id: string, values: Changed): Promise<void> {
  await ctx.db
    .updateTable('language')
    .set({ ...values, updatedAt: sql`now()`, updatedBy: ctx.principal.userId })
    .where('id', '=', id)
    .execute()
  ctx.note({ targetIds: [id] })
  ctx.changed(languagesPath, [id])
}

async function setDefault(ctx: Context, id: string) {
  // Two at a time would leave two defaults, or refuse one of them.
  await sql`select from language order by id for update`.execute(ctx.db)
  const { code, status } = await findLanguage(ctx, id)
  if (status === 0) throw new Refusal(codes.warning, 'language.isDisabled')
  await sql`update language set is_default = false where is_default`.execute(ctx.db)
  await change(ctx, id, { isDefault: true })
  ctx.note({ targetIds: [id], after: { code } })
  return { count: 1 }
}

async function addLanguage(ctx: Context, values: Added): Promise<string> {
  const { id } = await ctx.db
    .insertInto('language')
    .values({
      ...values,
      sort: sql<number>`(select coalesce(max(sort), 0) + 1 from language)`,
      updatedBy: ctx.principal.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The shipped texts of a language, where Muster ships it; answers how many texts that changed. */
async function takeShipped(ctx: Context, id: string): Promise<number> {
  const { code } = await findLanguage(ctx, id)
  const texts = shippedTexts[code] ?? {}
  const { numAffectedRows } = await sql`insert into language_text (language_id, key, value)
    select ${id}::uuid, shipped.key, shipped.value
    from jsonb_each_text(${JSON.stringify(texts)}::jsonb) as shipped (key, value)
    on conflict (language_id, key) do update set value = excluded.value, updated_at = now()
      where not language_text.is_custom and language_text.value <> excluded.value`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

async function told(ctx: Context, id: string) {
  const after = await findLanguage(ctx, id)
  ctx.note({ targetIds: [id], after: { code: after.code } })
  ctx.changed(languagesPath, [id])
  return after
}
