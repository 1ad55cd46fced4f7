import type pg from 'pg'
import { tokenHash } from '../../platform/secrets.ts'
import type { Told } from './attributes.rules.ts'

export interface Key {
  readonly id: string
  /** Another number once a terminal, or an organisation, has moved anywhere. */
  readonly moves: string
}

/**
 * The enrolment key behind a gateway token, until it is revoked: whoever came in by it while it was
 * good comes by it for as long as it stands.
 */
export async function findGatewayKey(pool: pg.Pool, token: string): Promise<Key | null> {
  const { rows } = await pool.query<Key>({
    name: 'ddi.key',
    text: `select key.id, (select last_value from settings_rev)::text as moves
      from enrolment_key key join organization on organization.id = key.org_id
      where key.token_hash = $1 and key.revoked_at is null and organization.deleted_at is null`,
    values: [tokenHash(token)],
  })
  return rows[0] ?? null
}

/** A terminal as it is on record. */
export interface Known {
  readonly id: string
  /** The key that it comes by; null: none, or it has left the organisations that the key is for. */
  readonly keyId: string | null
  readonly lifecycle: string
  readonly model: string
  readonly vendor: string
  readonly firmware: string | null
  readonly agentVersion: string | null
  /** U-INFO as it was told last; null: never. */
  readonly told: Told | null
  /** Parts and versions that it has installed by its own word, and has told nothing of itself since. */
  readonly installed: unknown
}

const args = 'coalesce(item.args, push.args)'

export async function findTerminal(pool: pg.Pool, sn: string): Promise<Known | null> {
  const { rows } = await pool.query<Known>({
    name: 'ddi.terminal',
    text: `select device.id, key.id as "keyId", device.lifecycle, model.code as model,
        vendor.code as vendor, device.firmware, device.agent_version as "agentVersion", told.document as told,
        (select jsonb_agg(jsonb_build_object('part', ${args} #>> '{upgrade,part}', 'version', ${args} #>> '{upgrade,version}') order by item.ended_at)
          from push_item item left join push on push.id = item.push_id
          where item.device_id = device.id and item.cmd = 'UPGRADE' and item.state = 'SUCCESS' and item.proved_at is null
            and item.ended_at > now() - interval '31 days' and item.ended_at > coalesce(told.reported_at, '-infinity')) as installed
      from device join model on model.id = device.model_id join vendor on vendor.id = device.vendor_id
        left join (enrolment_key key join organization above on above.id = key.org_id)
          on key.id = device.ddi_key_id and above.path @> (select own.path from organization own where own.id = device.org_id)
        left join device_snapshot told on told.device_id = device.id and told.kind = 'info'
      where device.sn = $1 and device.deleted_at is null`,
    values: [sn],
  })
  return rows[0] ?? null
}

/** Lets a terminal come by the key that it was registered with just now. */
export async function bindToKey(pool: pg.Pool, sn: string, keyId: string): Promise<void> {
  await pool.query({
    name: 'ddi.bind',
    text: `update device set ddi_key_id = $2, secret_key_id = null, secret_unused_until = null
      where sn = $1 and secret_key_id = $2`,
    values: [sn, keyId],
  })
}

/** The vendor of a model where only one has a model of that code. */
export async function vendorOf(pool: pg.Pool, model: string): Promise<string | null> {
  const { rows } = await pool.query<{ code: string }>({
    name: 'ddi.vendor',
    text: `select vendor.code from model join vendor on vendor.id = model.vendor_id
      where lower(model.code) = lower($1) and model.deleted_at is null and vendor.deleted_at is null limit 2`,
    values: [model],
  })
  return rows.length === 1 ? (rows[0]?.code ?? null) : null
}
