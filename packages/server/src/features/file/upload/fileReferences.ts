import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { uploadScope } from './upload.queries.ts'

/** A record that uses files. */
export interface FileHolder {
  /** Its kind, e.g. `apk`. */
  readonly usedBy: string
  readonly usedId: string
  /** What people call it. */
  readonly name: string
}

/**
 * Makes a record the holder of these stored files and of no others; with none it lets them all go.
 * Refuses a file that is not stored, or that the caller does not see.
 */
export async function holdFiles(
  { db, principal }: Context,
  { usedBy, usedId, name }: FileHolder,
  uploadIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(uploadIds)]
  // While it is held here nobody removes it.
  const { rows } = await sql`select from upload where id = any(${ids}::uuid[]) and state = 'STORED'
    and (created_by = ${principal.userId} or ${uploadScope.rows(principal)})
    order by id for update`.execute(db)
  if (rows.length < ids.length) throw notFound()
  await sql`delete from file_reference where used_by = ${usedBy} and used_id = ${usedId}
    and upload_id <> all(${ids}::uuid[])`.execute(db)
  await sql`insert into file_reference (upload_id, used_by, used_id, name)
    select id, ${usedBy}, ${usedId}, ${name} from unnest(${ids}::uuid[]) as id
    on conflict (upload_id, used_by, used_id) do update set name = excluded.name`.execute(db)
}
