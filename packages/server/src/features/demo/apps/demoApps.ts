import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { makeDemoCatalogue, type People } from './demoCatalogue.ts'
import { makeDemoInventory, takeRelease } from './demoInventory.ts'
import { makeDemoDocuments } from './demoDocuments.ts'
import { makeDemoParams } from './demoParams.ts'
import { makeDemoPlans } from './demoPlans.ts'
import { makeDemoPolicies, makeDemoRelease } from './demoPolicies.ts'
import { makeDemoPushes } from './demoPushes.ts'
import { makeDemoBanners } from './demoStore.ts'
import { makeDemoVersions } from './demoVersions.ts'

/** Applications, their store, policies, and what was pushed within a month. */
export async function makeDemoApps(platform: Pick<Platform, 'db' | 'env'>): Promise<void> {
  const { db } = platform
  const giver = await readGiver(db)
  const people = await addPeople(db)
  await makeDemoCatalogue(platform, people)
  await makeDemoBanners(db, people)
  await makeDemoVersions(platform, people)
  // Workers that follow policies and releases must not meet half of it.
  await db.transaction().execute(async (trx) => {
    await makeDemoInventory(trx)
    await makeDemoPolicies(trx, giver)
    await makeDemoRelease(trx, giver)
    await makeDemoPushes(trx, giver)
    await makeDemoPlans(trx, giver)
    await takeRelease(trx)
    await makeDemoParams(trx, giver)
    await makeDemoDocuments(trx, giver)
  })
}

/** On whose behalf policies and pushes work: the first administrator. */
export async function readGiver(db: Kysely<DB>): Promise<FrozenPrincipal> {
  const { rows } = await sql<{
    id: string
    userName: string
    orgId: string
  }>`select id, user_name, org_id
    from app_user where is_super_admin and deleted_at is null order by created_at limit 1`.execute(
    db,
  )
  const [first] = rows
  if (!first) throw new Error('a demo needs an administrator')
  const { id: userId, userName, orgId } = first
  const all = { isEverywhere: true, places: [], isOwn: false, vendorIds: [], modelIds: [] }
  const scope = { all: true, rules: [all] }
  const held = { isSuperAdmin: true, roleIds: [], permissions: [], scope }
  return { kind: 'user', userId, userName, orgId, ...held }
}

/** One makes versions and one judges them; without passwords, so that whoever looks on decides. */
async function addPeople(db: Kysely<DB>): Promise<People> {
  const { rows } = await sql<{ name: string; id: string }>`insert into app_user
      (user_name, real_name, org_id, password_hash, status)
    select told.name, told.called, root.id, 'none', 0
    from (values ('demo.maker', 'Hadi Maker'), ('demo.judge', 'Salma Judge')) as told (name, called)
      cross join (select id from organization where parent_id is null order by label limit 1) as root
    returning user_name as name, id`.execute(db)
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? ''
  return { maker: idOf('demo.maker'), judge: idOf('demo.judge') }
}
