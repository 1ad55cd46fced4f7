import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

type Reader = Pick<Context, 'db' | 'language'>
type Labels = ReadonlyMap<string, string>

/** What forms by these revisions of templates call parameters, in the reader's language: the first one that has a parameter says it. */
export async function labelsOf(
  { db, language }: Reader,
  revisionIds: readonly string[],
  pids: readonly string[],
): Promise<Labels> {
  if (revisionIds.length === 0 || pids.length === 0) return new Map()
  const { rows } = await sql<{
    pid: string
    label: string
  }>`select distinct on (field.pid) field.pid,
      coalesce(nullif(field.labels ->> ${language}, ''), field.label) as label
    from param_template_rev rev, jsonb_to_recordset(rev.content -> 'fields') as field (pid text, label text, labels jsonb)
    where rev.id = any(${revisionIds}::uuid[]) and field.pid = any(${pids}::text[])
    order by field.pid, array_position(${revisionIds}::uuid[], rev.id)`.execute(db)
  return new Map(rows.map(({ pid, label }) => [pid, label]))
}

/** What the dictionary calls parameters, in the reader's language. */
export async function titlesOf({ db, language }: Reader, pids: readonly string[]): Promise<Labels> {
  const { rows } = await sql<{ pid: string; label: string }>`select pid,
      coalesce(nullif(titles ->> ${language}, ''), title) as label
    from param_dict where pid = any(${pids}::text[]) and deleted_at is null`.execute(db)
  return new Map(rows.map(({ pid, label }) => [pid, label]))
}
