import type { RequiredKey } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { makeToken, tokenHash } from '../../platform/secrets.ts'
import { shippedCategories } from '../device/index.ts'

type Db = Kysely<DB>

/** One virtual terminal and what it shows at its first contact. */
export interface DemoTerminal {
  readonly sn: string
  readonly model: string
  readonly vendor: string
  readonly token: string
  readonly osType: string
  readonly screen: string | null
}

const terminals = 200

const organizations = [
  { name: 'Tigris Bank', code: 'tigris', type: 'BANK', contact: 'Operations desk' },
  { name: 'Marsh Payments', code: 'marsh', type: 'PSP', contact: 'Service desk' },
]

const vendors = [
  { name: 'Northlight', code: 'northlight', country: 'FI', contact: 'Support' },
  { name: 'Cedar Devices', code: 'cedar', country: 'LB', contact: 'Support' },
]

const models = [
  {
    name: 'Aurora A8',
    code: 'aurora-a8',
    vendor: 'northlight',
    category: 'smart-pos',
    osType: 'ANDROID',
    screen: '720x1440',
    osVersions: '11, 13',
    endOfSale: '2029-06-30',
  },
  {
    name: 'Aurora Mini',
    code: 'aurora-mini',
    vendor: 'northlight',
    category: 'smart-pos',
    osType: 'ANDROID',
    screen: '480x800',
    osVersions: '11',
    endOfSale: '2027-03-31',
  },
  {
    name: 'Cedar C2',
    code: 'cedar-c2',
    vendor: 'cedar',
    category: 'classic-pos',
    osType: 'LINUX',
    screen: '320x240',
    osVersions: '4.19',
    endOfSale: '2026-12-31',
    // As its virtual terminals hold them, but for one or two.
    keySlots: [
      { slot: '0', type: 'TMK' },
      { slot: '1', type: 'TPK' },
      { slot: '2', type: 'TAK' },
      { slot: '3', type: 'TDK' },
      { slot: '4', type: 'RSA' },
    ] satisfies readonly RequiredKey[],
  },
]

/**
 * Fills an empty estate with two organisations, three models and 200 terminals, and gives each
 * organisation an enrolment key. Null when there are terminals already: a demo never touches an estate.
 */
export async function makeDemoEstate(db: Db): Promise<DemoTerminal[] | null> {
  return db.transaction().execute(async (trx) => {
    const any = await trx.selectFrom('device').select('id').limit(1).executeTakeFirst()
    if (any) return null
    await addCatalogue(trx)
    await addOrganizations(trx)
    await addDevices(trx)
    return terminalsWith(trx, await addKeys(trx))
  })
}

async function addCatalogue(db: Db): Promise<void> {
  await db.insertInto('vendor').values(vendors).execute()
  // Those that an installation begins with, where nobody has removed them.
  await db
    .insertInto('category')
    .values(shippedCategories)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`insert into model (vendor_id, category_id, name, code, os_type, screen, os_versions, end_of_sale,
        key_slots)
    select vendor.id, category.id, shipped.name, shipped.code, shipped."osType", shipped.screen,
      shipped."osVersions", shipped."endOfSale", coalesce(shipped."keySlots", '[]')
    from jsonb_to_recordset(${JSON.stringify(models)}::jsonb)
      as shipped (name text, code text, vendor text, category text, "osType" text, screen text,
        "osVersions" text, "endOfSale" date, "keySlots" jsonb)
      join vendor on vendor.code = shipped.vendor
      join category on category.code = shipped.category`.execute(db)
}

async function addOrganizations(db: Db): Promise<void> {
  await sql`insert into organization (parent_id, name, code, type, contact, path)
    select root.id, shipped.name, shipped.code, shipped.type, shipped.contact, ''
    from jsonb_to_recordset(${JSON.stringify(organizations)}::jsonb)
      as shipped (name text, code text, type text, contact text)
      cross join (select id from organization where parent_id is null order by label limit 1) as root`.execute(
    db,
  )
}

/** Three models in turn; three fifths of the terminals belong to the bank. */
async function addDevices(db: Db): Promise<void> {
  await sql`insert into device (sn, model_id, vendor_id, org_id, name, lifecycle, batch_no)
    select 'DEMO-' || to_char(number, 'FM000000'), model.id, model.vendor_id, organization.id,
      'Till ' || number, 'ASSIGNED', 'DEMO'
    from generate_series(1, ${terminals}::integer) as number
      join model on model.code = (array['aurora-a8', 'aurora-mini', 'cedar-c2'])[1 + number % 3]
      join organization on organization.code = case when number % 5 < 2 then 'marsh' else 'tigris' end`.execute(
    db,
  )
}

async function addKeys(db: Db): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map(organizations.map(({ code }) => [code, makeToken()]))
  for (const [code, token] of tokens)
    await sql`insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
      select organization.id, ${tokenHash(token)}, now() + interval '365 days', 10000
      from organization where organization.code = ${code}`.execute(db)
  return tokens
}

async function terminalsWith(db: Db, tokens: ReadonlyMap<string, string>): Promise<DemoTerminal[]> {
  const rows = await db
    .selectFrom('device')
    .innerJoin('model', 'model.id', 'device.modelId')
    .innerJoin('vendor', 'vendor.id', 'device.vendorId')
    .innerJoin('organization', 'organization.id', 'device.orgId')
    .select([
      'device.sn',
      'model.code as model',
      'vendor.code as vendor',
      'organization.code as org',
      'model.osType',
      'model.screen',
    ])
    .orderBy('device.sn')
    .execute()
  return rows.map(({ org, ...terminal }) => ({ ...terminal, token: tokens.get(org) ?? '' }))
}
