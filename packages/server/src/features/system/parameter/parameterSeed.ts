import { type ShippedParameter, shippedParameters } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** Brings the shipped parameters up to this version; values that an administrator has set stay. */
export async function seedParameters(db: Kysely<DB>): Promise<void> {
  const rows = Object.entries<ShippedParameter>(shippedParameters).map(([key, shipped]) => {
    const { group, type, value, min, max } = shipped
    const rule = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
    return { key, group_code: group, value_type: type, default_value: value, rule }
  })
  await sql`insert into parameter (key, group_code, value_type, default_value, rule, is_system)
    select shipped.key, shipped.group_code, shipped.value_type, shipped.default_value, shipped.rule, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as shipped (key text, group_code text, value_type text, default_value jsonb, rule jsonb)
    on conflict (key) do update set group_code = excluded.group_code, value_type = excluded.value_type,
      default_value = excluded.default_value, rule = excluded.rule, is_system = true`.execute(db)
}
