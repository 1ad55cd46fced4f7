import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

const common = 'NFC ICC MSR PRINTER_58MM GPS SIM_COUNT DUKPT SECURE_ELEMENT'
const remote =
  'REMOTE_SYNC REMOTE_MESSAGE REMOTE_WIPE REMOTE_SHUTDOWN REMOTE_LOCK REMOTE_APPS REMOTE_SETTINGS REMOTE_SELF_TEST REMOTE_SPEED_TEST REMOTE_FILES REMOTE_LOGS REMOTE_SCREENSHOT REMOTE_CERTIFICATE'

/** What the demo's models have. */
const models = [
  { code: 'aurora-a8', features: `${common} CAMERA_FRONT SCANNER_HEAD REMOTE_VIEW KIOSK OTA_AB` },
  { code: 'aurora-mini', features: `${common} BATTERY KIOSK` },
  { code: 'cedar-c2', features: '' },
]

const categories = [
  {
    code: 'smart-pos',
    features: `${common} ${remote} REMOTE_REBOOT REMOTE_LOCATE REMOTE_NETWORK REMOTE_SHELL`,
  },
  { code: 'classic-pos', features: `${common} ETHERNET` },
]

interface Entry {
  readonly vendor: string
  readonly model?: string
  readonly features: string
  readonly support: 'YES' | 'PARTIAL' | 'NO'
  readonly minAgent?: string
  readonly timeoutSeconds?: number
}

/** A matrix for each vendor: what it lacks, what needs a newer agent, and what is known in part. */
const entries: readonly Entry[] = [
  {
    vendor: 'northlight',
    features: `${common} ${remote} REMOTE_LOCATE REMOTE_NETWORK REMOTE_SHELL`,
    support: 'YES',
  },
  { vendor: 'northlight', features: 'REMOTE_REBOOT', support: 'YES', timeoutSeconds: 900 },
  {
    vendor: 'northlight',
    model: 'aurora-mini',
    features: 'REMOTE_REBOOT',
    support: 'YES',
    minAgent: '3.0.72',
  },
  { vendor: 'northlight', features: 'REMOTE_VIEW KIOSK', support: 'PARTIAL' },
  {
    vendor: 'cedar',
    features: `${common} ${remote} REMOTE_REBOOT REMOTE_NETWORK`,
    support: 'YES',
  },
  {
    vendor: 'cedar',
    features: 'REMOTE_LOCATE KIOSK OTA_AB',
    support: 'NO',
  },
  { vendor: 'cedar', features: 'REMOTE_SHELL REMOTE_VIEW', support: 'PARTIAL' },
]

/** Approvals, of which one ends soon and one has ended, each with the one after it; days from today. */
const certificates = [
  { vendor: 'northlight', certNo: '4-30417', ptsVersion: '6.x', model: 'aurora-a8', days: 1460 },
  { vendor: 'northlight', certNo: '4-20388', ptsVersion: '5.x', model: 'aurora-mini', days: 62 },
  { vendor: 'northlight', certNo: '4-30533', ptsVersion: '6.x', model: 'aurora-mini', days: 1520 },
  { vendor: 'cedar', certNo: '4-10275', ptsVersion: '4.x', model: 'cedar-c2', days: -20 },
  { vendor: 'cedar', certNo: '4-30461', ptsVersion: '6.x', model: 'cedar-c2', days: 1075 },
]

const facts = [
  {
    code: 'northlight',
    website: 'https://northlight.example',
    supportUrl: 'https://northlight.example/support',
    shell: ['uptime', 'df -h', 'getprop', 'ip addr', 'pm list packages'],
  },
  {
    code: 'cedar',
    website: 'https://cedar.example',
    supportUrl: 'https://cedar.example/help',
    shell: [],
  },
]

/** What the demo's terminals can do, what their vendors say of it, and until when they are approved. */
export async function makeDemoFeatures(db: Kysely<DB>): Promise<void> {
  const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`
  const ids = sql`coalesce((select array_agg(feature.id order by feature.sort) from feature
    where feature.code = any(string_to_array(told.features, ' ')) and feature.deleted_at is null), '{}')`
  await db.transaction().execute(async (trx) => {
    await sql`update vendor set website = told.website, support_url = told."supportUrl", warranty_months = 36,
        shell_commands = told.shell
      from jsonb_to_recordset(${json(facts)}) as told (code text, website text, "supportUrl" text, shell text[])
      where vendor.code = told.code`.execute(trx)
    await sql`update model set feature_ids = ${ids}
      from jsonb_to_recordset(${json(models)}) as told (code text, features text) where model.code = told.code`.execute(
      trx,
    )
    await sql`update category set feature_ids = ${ids}
      from jsonb_to_recordset(${json(categories)}) as told (code text, features text)
      where category.code = told.code`.execute(trx)
    await sql`insert into vendor_feature (code, vendor_id, feature_id, model_ids, support, min_agent, timeout_seconds)
      select concat_ws('/', vendor.code, feature.code, model.code), vendor.id, feature.id,
        case when model.id is null then '{}' else array[model.id] end,
        told.support, told."minAgent", told."timeoutSeconds"
      from jsonb_to_recordset(${json(entries)}) as told (vendor text, model text, features text, support text,
          "minAgent" text, "timeoutSeconds" integer)
        join vendor on vendor.code = told.vendor left join model on model.code = told.model
        join feature on feature.code = any(string_to_array(told.features, ' ')) and feature.deleted_at is null`.execute(
      trx,
    )
    await sql`insert into vendor_certificate (vendor_id, cert_no, pts_version, model_ids, expires_on)
      select vendor.id, told."certNo", told."ptsVersion", array[model.id], now()::date + told.days
      from jsonb_to_recordset(${json(certificates)}) as told (vendor text, "certNo" text, "ptsVersion" text,
          model text, days integer)
        join vendor on vendor.code = told.vendor join model on model.code = told.model`.execute(trx)
  })
}
