import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** One for each system that the agent or terminals of most vendors run on. */
export const shippedCategories = [
  { name: 'Smart terminal', code: 'smart-pos', osKind: 'ANDROID' },
  { name: 'Classic terminal', code: 'classic-pos', osKind: 'LINUX' },
]

/** A model has a category: where none ever was there are some to begin with. */
export async function seedCategories(db: Kysely<DB>): Promise<void> {
  await sql`insert into category (name, code, os_kind)
    select shipped.name, shipped.code, shipped."osKind"
    from jsonb_to_recordset(${JSON.stringify(shippedCategories)}::jsonb)
      as shipped (name text, code text, "osKind" text)
    where not exists (select from category)`.execute(db)
}
