import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'

type Db = Kysely<DB>

const text = (document: object): string => JSON.stringify(document, null, 2)

const layout = text({
  title: { en: 'Tigris apps', 'ar-IQ': 'تطبيقات دجلة' },
  columns: 3,
  sections: [
    { name: 'Payments', packages: ['iq.tigris.pay'] },
    { name: 'For the counter', packages: ['iq.tigris.loyalty'] },
  ],
})

const opening = text({
  weekdays: { from: '08:00', to: '22:00' },
  friday: { from: '14:00', to: '22:00' },
})

/** What the draft has to fit: a time that nobody can read is refused before it reaches a terminal. */
const openingSchema = text({
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      from: { type: 'string', pattern: '^[0-2][0-9]:[0-5][0-9]$' },
      to: { type: 'string', pattern: '^[0-2][0-9]:[0-5][0-9]$' },
    },
    required: ['from', 'to'],
  },
})

const screen = text({ brightness: 70, sleepAfterSeconds: 120, logo: 'tigris-light' })

/**
 * JSON documents of the bank: how its store is laid out and what its screens are like, as drafts; and
 * the opening hours of one terminal, which the workers bring to it as any other.
 */
export async function makeDemoDocuments(db: Db, giver: FrozenPrincipal): Promise<void> {
  const { userId } = giver
  await sql`insert into json_document (name, code, kind, level, org_id, document, size, remark, created_by)
    select 'Layout of the store', 'store-layout', 'STORE', 'ORG', id, ${layout}, octet_length(${layout}::text),
      'Waits for the new pictures', ${userId}::uuid
    from organization where code = 'tigris'`.execute(db)
  await sql`insert into json_document (name, code, kind, level, org_id, model_id, document, size, created_by)
    select 'Screen of Aurora Mini', 'screen', 'OTHER', 'MODEL', organization.id, model.id, ${screen},
      octet_length(${screen}::text), ${userId}::uuid
    from organization cross join model where organization.code = 'tigris' and model.code = 'aurora-mini'`.execute(
    db,
  )
  await putHoursInForce(db, giver)
}

async function putHoursInForce(db: Db, giver: FrozenPrincipal): Promise<void> {
  const { userId } = giver
  const { rows } = await sql<{
    id: string
  }>`insert into json_document (name, code, kind, level, org_id, device_id, document, schema, size,
      state, revision, created_by)
    select 'Opening hours', 'opening-hours', 'OTHER', 'DEVICE', device.org_id, device.id, ${opening}, ${openingSchema},
      octet_length(${opening}::text), 'PUBLISHED', 1, ${userId}::uuid
    from device join organization on organization.id = device.org_id
    where organization.code = 'tigris' and device.deleted_at is null order by device.sn limit 1
    returning id`.execute(db)
  const [made] = rows
  if (!made) return
  await sql`insert into json_code (code) values ('opening-hours') on conflict do nothing`.execute(
    db,
  )
  await sql`select next_param_rev('DOCUMENT', ${made.id}::uuid, ${userId}::uuid, 'First edition')`.execute(
    db,
  )
  await sql`insert into json_document_rev (document_id, revision, document, schema, merge_mode, encrypt, size, state,
      note, device_count, published_by, principal)
    select id, 1, document, schema, merge_mode, encrypt, size, 'PUBLISHED', 'First edition', 1, ${userId}::uuid,
      ${JSON.stringify(giver)}::jsonb
    from json_document where id = ${made.id}`.execute(db)
  await sql`insert into param_change (level, target_id)
    select level, target_id from json_document where id = ${made.id}`.execute(db)
}
