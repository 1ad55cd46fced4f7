import { frozenTemplate, type FrozenTemplate, type TemplateRevision } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { canonicalText, sumOf } from './canonical.ts'

type Reader = Pick<Context, 'db'>

export interface NewRevision {
  readonly id: string
  readonly content: FrozenTemplate
  /** Of the draft that it is made of. */
  readonly draftSha256: string
  readonly note: string | null
}

/** Writes the next revision of a template that the caller has locked, and puts it in force. */
export async function putInForce(ctx: Context, what: NewRevision): Promise<number> {
  const { id, content, draftSha256, note } = what
  const pids = content.fields.map(({ pid }) => pid)
  const { rows } = await sql<{ rev: number }>`insert into param_template_rev
      (template_id, rev, content, sha256, draft_sha256, pids, file_count, note, published_by)
    select ${id}, coalesce(max(rev), 0) + 1, ${canonicalText(content)}::jsonb, ${sumOf(content)},
      ${draftSha256}, ${pids}::text[], ${content.files.length}, ${note}, ${ctx.principal.userId}::uuid
    from param_template_rev where template_id = ${id} returning rev`.execute(ctx.db)
  const rev = rows[0]?.rev ?? 1
  await sql`update param_template set rev = ${rev}, state = 'PUBLISHED' where id = ${id}`.execute(
    ctx.db,
  )
  return rev
}

export interface Published {
  readonly rev: number
  readonly sha256: string
  readonly content: FrozenTemplate
}

/** A revision of a template that the caller may see. */
export async function findRevision({ db }: Reader, id: string, rev: number): Promise<Published> {
  const { rows } = await sql<Published>`select rev, sha256, content from param_template_rev
    where template_id = ${id} and rev = ${rev}`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  return { ...found, content: frozenTemplate().parse(found.content) }
}

/** The newest first. */
export async function listRevisions({ db }: Reader, id: string): Promise<TemplateRevision[]> {
  const { rows } = await sql<TemplateRevision>`select r.rev, r.sha256, r.note, r.file_count,
      cardinality(r.pids) as pid_count, r.published_at, author.user_name as published_by
    from param_template_rev r left join app_user author on author.id = r.published_by
    where r.template_id = ${id} order by r.rev desc limit 500`.execute(db)
  return rows
}
