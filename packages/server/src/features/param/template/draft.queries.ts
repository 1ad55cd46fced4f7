import { paramTemplatesPath, type TemplateContent, templateContent } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { sumOf } from './canonical.ts'

/** A template that was not designed yet has an empty draft. */
export async function readDraft({ db }: Pick<Context, 'db'>, id: string): Promise<TemplateContent> {
  const draft = await db
    .selectFrom('paramTemplateDraft')
    .select('content')
    .where('templateId', '=', id)
    .executeTakeFirst()
  return templateContent().parse(draft?.content ?? {})
}

/** Writes the draft of a template that the caller has locked, and what its record says of it. */
export async function writeDraft(
  ctx: Context,
  id: string,
  content: TemplateContent,
): Promise<void> {
  const text = JSON.stringify(content)
  const pids = content.fields.map(({ pid }) => pid)
  const formats = [...new Set(content.files.map(({ format }) => format))]
  await sql`insert into param_template_draft (template_id, content) values (${id}, ${text}::jsonb)
    on conflict (template_id) do update set content = excluded.content`.execute(ctx.db)
  const { rows } = await sql<{
    orgId: string
  }>`update param_template set draft_sha256 = ${sumOf(content)}, pids = ${pids}::text[],
      formats = ${formats}::text[], file_count = ${content.files.length}
    where id = ${id} returning org_id`.execute(ctx.db)
  ctx.changed(
    paramTemplatesPath,
    [id],
    rows.map(({ orgId }) => orgId),
  )
}
