import type pg from 'pg'
import type { KnownDevice } from './registration.rules.ts'
import type { SerialRule } from './serialRules.ts'

/** The terminal with this serial number, as seen by the holder of a key of the organisation. */
export async function findKnown(
  client: pg.ClientBase,
  { sn, orgId, keyId }: { sn: string; orgId: string; keyId: string },
): Promise<KnownDevice | null> {
  const { rows } = await client.query<KnownDevice>(
    `select device.id, device.org_id as "orgId", device.lifecycle, device.deleted_at is not null as "isInBin",
      exists (select from device_online online where online.device_id = device.id) as "isOnline",
      (device.sealed_secret is null or coalesce(device.released_until > now(), false)
        or coalesce(device.secret_unused_until > now() and device.secret_key_id = $3, false)) as "mayGetCredential",
      own.path <@ above.path as "isOfKey", model.code as model, vendor.code as vendor
    from device
      join model on model.id = device.model_id
      join vendor on vendor.id = device.vendor_id
      join organization own on own.id = device.org_id
      cross join organization above
    where device.sn = $1 and above.id = $2
    for no key update of device`,
    [sn, orgId, keyId],
  )
  return rows[0] ?? null
}

export interface ModelRow {
  readonly id: string
  readonly heartbeatSeconds: number | null
}

/** The enabled model with these codes, and how often its terminals beat in an organisation. */
export async function findModel(
  client: pg.ClientBase,
  codes: { readonly model: string; readonly vendor: string },
  orgId: string,
): Promise<ModelRow | null> {
  const { rows } = await client.query<ModelRow>(
    `select model.id, (select (layer.settings ->> 'heartbeatSeconds')::integer
        from setting_layers($3, model.id, null) layer where layer.settings ? 'heartbeatSeconds'
        order by layer.rank desc limit 1) as "heartbeatSeconds"
    from model
      join vendor on vendor.id = model.vendor_id
    where lower(model.code) = lower($1) and lower(vendor.code) = lower($2)
      and model.deleted_at is null and vendor.deleted_at is null`,
    [codes.model, codes.vendor, orgId],
  )
  return rows[0] ?? null
}

/** Counts one use of a key. False: its uses are spent, or it is void by now. */
export async function spendKey(client: pg.ClientBase, keyId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update enrolment_key set uses = enrolment_key.uses + 1
      where enrolment_key.id = $1 and enrolment_key.uses < enrolment_key.max_uses
        and enrolment_key.revoked_at is null and enrolment_key.expires_at > now()`,
    [keyId],
  )
  return rowCount === 1
}

/** How long the same key may ask again for a credential that was never used. */
const retry = `interval '10 minutes'`

/** Gives a terminal its secret; an older one is void from now on, and its release is used up. */
export async function saveSecret(
  client: pg.ClientBase,
  device: { id: string; keyId: string; sealed: Buffer; firmware: string; agentVersion: string },
): Promise<void> {
  await client.query(
    `update device set sealed_secret = $2, firmware = $3, agent_version = $4, released_until = null,
        secret_key_id = $5, secret_unused_until = now() + ${retry}, enrolment_refused_at = null, ddi_key_id = null
      where device.id = $1`,
    [device.id, device.sealed, device.firmware, device.agentVersion, device.keyId],
  )
}

/** Notes that an enrolment was refused, once a minute at most. True: it has. */
export async function noteRefused(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update device set enrolment_refused_at = now() where device.id = $1
      and coalesce(device.enrolment_refused_at < now() - interval '1 minute', true)`,
    [id],
  )
  return rowCount === 1
}

/** The rules for serial numbers of all enabled models; none while terminals do not come in by themselves. */
export async function findSerialRules(client: pg.ClientBase): Promise<SerialRule[]> {
  const { rows } = await client.query<SerialRule>(
    `select model.id as "modelId", coalesce(nullif(model.sn_rule, ''), vendor.sn_rule) as "snRule",
        vendor.sn_prefixes as "snPrefixes",
        case when nullif(model.sn_rule, '') is null then vendor.id else model.id end as "ownerId"
      from model join vendor on vendor.id = model.vendor_id
      where exists (select from parameter where key = 'device.claim.auto' and value = 'true')
        and (coalesce(nullif(model.sn_rule, ''), nullif(vendor.sn_rule, '')) is not null
          or vendor.sn_prefixes <> '{}')
        and model.status = 1 and vendor.status = 1
        and model.deleted_at is null and vendor.deleted_at is null`,
  )
  return rows
}

/** Takes the locks of the quotas above an organisation, before a terminal of it is written. */
export async function holdPlace(client: pg.ClientBase, orgId: string): Promise<void> {
  await client.query(`select hold_places(array[$1::uuid])`, [orgId])
}

/** Takes in a terminal that nobody announced; false: no quota above it has room, and it goes on waiting. */
export async function admitUnclaimed(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rows } = await client.query<{ orgId: string }>(
    `update device set lifecycle = case when place.parent_id is null then 'STOCK' else 'ASSIGNED' end,
        version = device.version + 1, updated_at = now()
      from organization place
      where device.id = $1 and device.lifecycle = 'UNCLAIMED' and place.id = device.org_id
      returning device.org_id as "orgId"`,
    [id],
  )
  const full = await client.query(`select from full_organization($1::uuid[])`, [
    rows.map(({ orgId }) => orgId),
  ])
  if (full.rowCount === 0) return rows.length === 1
  await client.query(`update device set lifecycle = 'UNCLAIMED' where device.id = $1`, [id])
  return false
}

/** Keeps where a terminal that nobody has claimed knocked from, and with which key. */
export async function noteKnock(
  client: pg.ClientBase,
  { id, ip, keyId }: { readonly id: string; readonly ip: string | null; readonly keyId: string },
): Promise<void> {
  await client.query(
    `insert into device_knock as known (device_id, ip, key_id) values ($1, $2, $3)
      on conflict (device_id) do update set ip = excluded.ip, key_id = excluded.key_id, at = now()
        where known.at < now() - interval '1 minute'
          or (known.ip, known.key_id) is distinct from (excluded.ip, excluded.key_id)`,
    [id, ip, keyId],
  )
}

export interface UnclaimedDevice {
  readonly sn: string
  readonly modelId: string
  readonly orgId: string
  readonly firmware: string
  readonly agentVersion: string
}

/** Keeps a terminal that nobody announced for a person to claim. Answers its id. */
export async function addUnclaimed(
  client: pg.ClientBase,
  device: UnclaimedDevice,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `insert into device (sn, model_id, vendor_id, org_id, lifecycle, firmware, agent_version)
      select $1, model.id, model.vendor_id, $3, 'UNCLAIMED', $4, $5 from model where model.id = $2
      on conflict (sn) do nothing returning id`,
    [device.sn, device.modelId, device.orgId, device.firmware, device.agentVersion],
  )
  return rows[0]?.id ?? null
}
