import { sql } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import type { SerialNumberRule } from '../../../vendor/index.ts'
import { deviceScope } from '../../deviceScope.ts'
import type { Facts } from '../estate.rules.ts'

/** What a row of a sheet may write of a terminal. */
export interface DeviceFields {
  readonly sn: string
  readonly modelId: string
  readonly orgId: string
  readonly name: string | null
  readonly tid: string | null
  readonly mid: string | null
  readonly stationId: string | null
  readonly imei: string | null
  readonly imei2: string | null
  readonly mac: string | null
  readonly iccid: string | null
  readonly iccid2: string | null
  readonly batchNo: string | null
  readonly purchaseOrder: string | null
  readonly warrantyStart: string | null
  readonly warrantyMonths: number | null
  readonly remark: string | null
  readonly tags: readonly string[]
}

export interface KnownDevice extends DeviceFields, Facts {
  readonly id: string
  readonly sn: string
  readonly modelId: string
  readonly orgId: string
  readonly tid: string | null
  readonly isRegistered: boolean
  readonly isMine: boolean
  readonly isBinned: boolean
  /** Labels by hand, and those that a rule gave it. */
  readonly handLabels: readonly string[]
  readonly ruleLabels: readonly string[]
}

const labelsHeld = (byRule: boolean) => sql`array(select bound.classification_id::text
  from device_classification bound join classification label on label.id = bound.classification_id
  where bound.device_id = device.id and bound.by_rule = ${byRule} and label.deleted_at is null)`

/** Terminals under some serial numbers, whosever they are; locked, so that they stay as they are. With their labels where these are asked for. */
export async function devicesUnder(
  ctx: Context,
  sns: readonly string[],
  withLabels: boolean,
): Promise<KnownDevice[]> {
  const labels = (byRule: boolean) => (withLabels ? labelsHeld(byRule) : sql`'{}'::text[]`)
  const { rows } =
    await sql<KnownDevice>`select id, sn, model_id, org_id, name, tid, mid, station_id, imei,
      imei2, mac, iccid, iccid2, batch_no, purchase_order, warranty_start, warranty_months, remark, tags, lifecycle, sealed_secret is not null as is_registered,
      deleted_at is not null as is_binned, ${deviceScope.rows(ctx.principal)} as is_mine,
      ${labels(false)} as hand_labels, ${labels(true)} as rule_labels
    from device where sn = any(${[...sns]}::text[]) order by id for no key update`.execute(ctx.db)
  return rows
}

/** Organisations of the terminals under some serial numbers, as long as nobody moves them. */
export async function placesUnder(ctx: Context, sns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`select distinct org_id from device
    where sn = any(${[...sns]}::text[])`.execute(ctx.db)
  return rows.map(({ orgId }) => orgId)
}

/** Those of some terminal ids that living terminals have, each with its serial number. */
export async function holdersOf(
  ctx: Context,
  tids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ tid: string; sn: string }>`select tid, sn from device
    where tid = any(${[...tids]}::text[]) and deleted_at is null`.execute(ctx.db)
  return new Map(rows.map(({ tid, sn }) => [tid, sn]))
}

/** A station with an organisation. */
export const homeMark = ({ stationId, orgId }: Pick<DeviceFields, 'stationId' | 'orgId'>): string =>
  `${stationId} ${orgId}`

/** Those of some stations with organisations whose terminals may be there; the stations stay until the commit. */
export async function homesOf(
  ctx: Context,
  wishes: readonly Pick<DeviceFields, 'stationId' | 'orgId'>[],
): Promise<ReadonlySet<string>> {
  const pairs = new Map(
    wishes.filter(({ stationId }) => stationId).map((one) => [homeMark(one), one]),
  )
  if (pairs.size === 0) return new Set()
  const { rows } = await sql<{ stationId: string; orgId: string }>`select station.id as station_id,
      wish."orgId" as org_id
    from jsonb_to_recordset(${JSON.stringify([...pairs.values()].map(({ stationId, orgId }) => ({ stationId, orgId })))}::jsonb)
        as wish ("stationId" uuid, "orgId" uuid)
      join station on station.id = wish."stationId"
    where station.deleted_at is null and are_in_line(station.org_id, wish."orgId")
    order by station.id for share of station`.execute(ctx.db)
  return new Set(rows.map(homeMark))
}

export interface ModelOf extends SerialNumberRule {
  readonly id: string
  readonly vendorId: string
}

/** Models that are there and enabled, with the rules of their serial numbers; locked until the commit. */
export async function modelsOf(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ModelOf>> {
  const { rows } = await sql<ModelOf>`select model.id, model.vendor_id,
      coalesce(nullif(model.sn_rule, ''), vendor.sn_rule) as sn_rule, vendor.sn_prefixes
    from model join vendor on vendor.id = model.vendor_id
    where model.id = any(${[...ids]}::uuid[]) and model.deleted_at is null
    order by model.id for share of model`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Organisations that are there, and which of them have none above; locked until the commit. */
export async function organizationsOf(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly isRoot: boolean }>> {
  const { rows } = await sql<{
    id: string
    isRoot: boolean
  }>`select id, parent_id is null as is_root
    from organization where id = any(${[...ids]}::uuid[]) and deleted_at is null
    order by id for share`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A terminal as it shall be. */
export interface WantedDevice extends DeviceFields {
  readonly vendorId: string
  readonly lifecycle: string
  /** Labels by hand; null: as they are. */
  readonly labels: readonly string[] | null
}

const columns = sql`sn text, "modelId" uuid, "vendorId" uuid, "orgId" uuid, name text, tid text,
  mid text, "stationId" uuid, imei text, imei2 text, mac text, iccid text, iccid2 text, "batchNo" text,
  "purchaseOrder" text, "warrantyStart" date, "warrantyMonths" integer, remark text, tags text[], lifecycle text`

/** Adds terminals in one statement, which their log says came of a sheet; those whose number somebody took meanwhile are left out. */
export async function addDevices(
  ctx: Context,
  wanted: readonly WantedDevice[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; sn: string }>`
    with marked as materialized (select set_config('muster.by_sheet', 'on', true))
    insert into device (sn, model_id, vendor_id, org_id, name, tid, mid, station_id, imei, imei2, mac,
      iccid, iccid2, batch_no, purchase_order, warranty_start, warranty_months, remark, tags, lifecycle, created_by)
    select sn, "modelId", "vendorId", "orgId", name, tid, mid, "stationId", imei, imei2, mac, iccid, iccid2,
      "batchNo", "purchaseOrder", "warrantyStart", "warrantyMonths", remark, tags, lifecycle, ${ctx.principal.userId}
    from marked, jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as row (${columns})
    on conflict do nothing returning id, sn`.execute(ctx.db)
  return new Map(rows.map(({ id, sn }) => [sn, id]))
}

/** Changes terminals in one statement. */
export async function changeDevices(
  ctx: Context,
  wanted: readonly (WantedDevice & { readonly id: string })[],
): Promise<void> {
  await sql`update device set sn = row.sn, model_id = row."modelId", vendor_id = row."vendorId",
      org_id = row."orgId", name = row.name, tid = row.tid, mid = row.mid, station_id = row."stationId", imei = row.imei,
      imei2 = row.imei2, mac = row.mac, iccid = row.iccid, iccid2 = row.iccid2, batch_no = row."batchNo",
      purchase_order = row."purchaseOrder", warranty_start = row."warrantyStart",
      warranty_months = row."warrantyMonths", remark = row.remark, tags = row.tags, lifecycle = row.lifecycle,
      version = device.version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as row (id uuid, ${columns})
    where device.id = row.id`.execute(ctx.db)
}
