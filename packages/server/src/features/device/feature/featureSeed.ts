import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { shippedFeatures } from './shippedFeatures.ts'

/** Adds shipped features that were never there; what was edited or removed stays so. */
export async function seedFeatures(db: Kysely<DB>): Promise<void> {
  await sql`insert into feature (code, name, kind, value_type, unit, icon, sort)
    select shipped.code, shipped.name, shipped.kind, shipped."valueType", shipped.unit, shipped.icon, shipped.sort
    from jsonb_to_recordset(${JSON.stringify(shippedFeatures)}::jsonb) as shipped (code text, name text,
      kind text, "valueType" text, unit text, icon text, sort integer)
    where not exists (select from feature where feature.code = shipped.code)`.execute(db)
}
