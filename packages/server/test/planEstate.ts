import { plans } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { runPlans } from '../src/features/upgrade/plan/plan.worker.ts'
import type { DB } from '../src/platform/schema.ts'
import { planSteps } from './planSteps.ts'
import { signedIn, startTestApp, type TestApp } from './testApp.ts'
import { addDevices, addEstate, type Estate } from './testEstate.ts'

export { easyWave } from './planSteps.ts'

/** An application with versions, terminals and people who plan, and workers at hand. */
export async function startPlans() {
  const app = await startTestApp()
  const estate = await addEstate(app)
  const admin = await signedIn(app, { isSuperAdmin: true })
  const second = await signedIn(app, { isSuperAdmin: true })
  const { db } = app.platform
  return {
    app,
    estate,
    admin,
    second,
    addVersion: (versionName: string, kind?: string) => addVersion(app, estate, versionName, kind),
    ...planSteps(app, { admin, second }),
    tick: () => runPlans(app.platform),
    progress: (id: string) => admin.get(plans.progress, { params: { id } }),
    async add(prefix: string, count: number): Promise<string[]> {
      await addDevices(app, estate, {
        orgId: app.rootId,
        prefix,
        count,
      })
      return Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(5, '0')}`)
    },
    async items(planId: string) {
      const { rows } = await sql<{
        sn: string
        wave: number
        state: string
        code: string | null
        place: number
      }>`
        select device.sn, made.wave, item.state, item.code, made.place from plan_push made
          join push_item item on item.push_id = made.push_id join device on device.id = item.device_id
        where made.plan_id = ${planId} and made.purpose = 'FORTH' order by device.sn, made.place`.execute(
        db,
      )
      return rows
    },
    end: (planId: string, state: string, sns: readonly string[] | null = null, place = 1) =>
      endItems(db, { planId, state, sns, place }),
    async come(planId: string, health: string | null = 'ok') {
      await sql`insert into device_state (device_id, last_seen_at)
        select distinct item.device_id, now() + interval '1 second' from plan_push made join push_item item on item.push_id = made.push_id
        where made.plan_id = ${planId} and item.state = 'SUCCESS'
        on conflict (device_id) do update set last_seen_at = excluded.last_seen_at`.execute(db)
      await sql`insert into command_result (item_id, device_id, document)
        select item.id, item.device_id, ${JSON.stringify(health === null ? {} : { health })}::jsonb
        from plan_push made join push_item item on item.push_id = made.push_id
        where made.plan_id = ${planId} and item.state = 'SUCCESS' on conflict (item_id) do nothing`.execute(
        db,
      )
    },
  }
}

/** A version that is online; of a part that nobody has to agree to unless said. */
async function addVersion(
  { platform: { db }, rootId }: TestApp,
  { vendorId, modelId }: Estate,
  versionName: string,
  kind = 'RESOURCE',
): Promise<string> {
  const { rows: files } = await sql<{ id: string }>`insert into upload
      (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
    values ('image.bin', 'firmware', 20971520, sha256(${versionName}::bytea), 1048576, 'STORED', ${rootId}, ${rootId})
    returning id`.execute(db)
  const { rows } = await sql<{ id: string }>`insert into upgrade_version
      (org_id, name, kind, vendor_id, model_ids, version_name, file_id, release_notes, state)
    values (${rootId}, 'Image', ${kind}, ${vendorId}, array[${modelId}::uuid], ${versionName},
      ${files[0]?.id}, 'x', 'ONLINE') returning id`.execute(db)
  return rows[0]?.id ?? ''
}

interface Ending {
  readonly planId: string
  readonly state: string
  /** Null: all of them. */
  readonly sns: readonly string[] | null
  /** Of which version of the plan. */
  readonly place: number
}

const endItems = (db: Kysely<DB>, { planId, state, sns, place }: Ending) =>
  sql`update push_item item set state = ${state}, ended_at = now(), acked_at = now(),
      proved_at = case when ${state} = 'SUCCESS' then now() end, code = case when ${state} = 'FAILED' then 'I201' end
    from plan_push made, device where made.push_id = item.push_id and made.plan_id = ${planId} and made.place = ${place}
      and device.id = item.device_id and item.ended_at is null and item.state not in ('CREATED')
      and (${sns === null ? null : [...sns]}::text[] is null or device.sn = any(${sns === null ? null : [...sns]}::text[]))`.execute(
    db,
  )
