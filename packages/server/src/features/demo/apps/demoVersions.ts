import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { fileStoreIn } from '../../../platform/fileStore.ts'
import type { DB } from '../../../platform/schema.ts'
import { filler, type People } from './demoCatalogue.ts'

/** A version for upgrades, as the demo has it; `model` counts the models by how many terminals they have. */
interface DemoUpgrade {
  readonly model: number
  readonly kind: 'FIRMWARE' | 'KERNEL' | 'RESOURCE'
  readonly name: string
  /** Behind the code of its model, of firmware. */
  readonly version: string
  readonly from?: string
  readonly state: 'ONLINE' | 'PENDING'
  readonly kilobytes: number
  readonly evidence?: string
  readonly notes: string
}

const upgrades: readonly DemoUpgrade[] = [
  {
    model: 0,
    kind: 'FIRMWARE',
    name: 'System',
    version: '6.0.0',
    state: 'ONLINE',
    kilobytes: 2400,
    evidence: 'Five terminals in the lab for three days: payments, printing, restart under load.',
    notes: 'Security patches of this spring; the printer starts faster.',
  },
  {
    model: 0,
    kind: 'FIRMWARE',
    name: 'System',
    version: '6.1.0',
    from: '6.0.0',
    state: 'ONLINE',
    kilobytes: 320,
    notes: 'Keeps the mobile network when a tower changes.',
  },
  {
    model: 1,
    kind: 'KERNEL',
    name: 'EMV kernel',
    version: 'emv-5.0',
    state: 'PENDING',
    kilobytes: 180,
    notes: 'Contactless limits of the new scheme rules.',
  },
  ...['2026.10', '2026.11'].map((version) => ({
    model: 0,
    kind: 'RESOURCE' as const,
    name: 'Card tables',
    version,
    state: 'ONLINE' as const,
    kilobytes: 90,
    notes: 'Card ranges and limits.',
  })),
]

/** Versions of firmware and of a kernel for the models that the estate has most of. */
export async function makeDemoVersions(
  { db, env }: Pick<Platform, 'db' | 'env'>,
  people: People,
): Promise<void> {
  const { rows: models } = await sql<{
    id: string
    code: string
    vendorId: string
  }>`select model.id, model.code, model.vendor_id from model
    join device on device.model_id = model.id where device.deleted_at is null
    group by model.id order by count(*) desc, model.code limit 2`.execute(db)
  const store = fileStoreIn(env.dataFolder)
  for (const upgrade of upgrades) {
    const model = models[upgrade.model]
    if (!model) continue
    const content = filler(`${model.code} ${upgrade.version}`, upgrade.kilobytes)
    await store.put(Readable.from([content]))
    await addVersion(db, { upgrade, model, content, people })
  }
}

interface Made {
  readonly upgrade: DemoUpgrade
  readonly model: { readonly id: string; readonly code: string; readonly vendorId: string }
  readonly content: Buffer
  readonly people: People
}

async function addVersion(
  db: Kysely<DB>,
  { upgrade, model, content, people: { maker, judge } }: Made,
): Promise<void> {
  const isFirmware = upgrade.kind === 'FIRMWARE'
  const called = (version: string) => (isFirmware ? `${model.code}-${version}` : version)
  const from = upgrade.from === undefined ? [] : [called(upgrade.from)]
  const isOnline = upgrade.state === 'ONLINE'
  const sha256 = createHash('sha256').update(content).digest()
  await sql`with root as (select id from organization where parent_id is null order by label limit 1),
    file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      select ${`${called(upgrade.version)}.bin`}, 'firmware', ${content.length}, ${sha256}, 5242880, 'STORED', root.id, ${maker}
      from root returning id),
    made as (insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, is_diff, from_versions, file_id,
        min_battery, need_reboot, release_notes, state, lab_tested_at, lab_tested_by, lab_evidence, submitted_by, submitted_at,
        reviewed_by, reviewed_at, online_at, created_by, created_at, updated_at)
      select root.id, ${upgrade.name}, ${upgrade.kind}, ${model.vendorId}, array[${model.id}::uuid], ${called(upgrade.version)},
        ${from.length > 0}, ${from}::text[], file.id, 20, ${isFirmware}, ${upgrade.notes}, ${upgrade.state},
        case when ${upgrade.evidence ?? null}::text is not null then now() - interval '8 days' end,
        case when ${upgrade.evidence ?? null}::text is not null then ${judge}::uuid end, ${upgrade.evidence ?? null}, ${maker},
        now() - interval '10 days', case when ${isOnline} then ${judge}::uuid end,
        case when ${isOnline} then now() - interval '7 days' end, case when ${isOnline} then now() - interval '6 days' end,
        ${maker}, now() - interval '12 days', now() - interval '6 days'
      from root, file returning id, file_id, name, version_name),
    held as (insert into file_reference (upload_id, used_by, used_id, name)
      select file_id, 'upgradeVersion', id, name || ' ' || version_name from made)
    insert into upgrade_version_review (upgrade_version_id, before, after, at, by_user)
    select made.id, step.before, step.after, now() - make_interval(days => step.days), step.by_user
    from made, (values (null, 'DRAFT', 12, ${maker}::uuid), ('DRAFT', 'CHECKING', 10, ${maker}::uuid),
      ('CHECKING', 'PENDING', 10, null), ('PENDING', 'APPROVED', 7, ${judge}::uuid),
      ('APPROVED', 'ONLINE', 6, ${judge}::uuid)) as step (before, after, days, by_user)
    where ${isOnline} or step.days >= 10`.execute(db)
}
