import type pg from 'pg'
import { tokenHash } from '../../../platform/secrets.ts'

export interface CredentialRow {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly orgPath: string
  readonly modelId: string
  readonly vendorId: string
  readonly lifecycle: string
  readonly sealedSecret: Buffer | null
  /** Whether its credential was never used so far. */
  readonly isUnused: boolean
}

/** Credentials of the terminals with these serial numbers, those in the bin left out. */
export async function findCredentials(
  pool: pg.Pool,
  sns: readonly string[],
): Promise<CredentialRow[]> {
  const { rows } = await pool.query<CredentialRow>({
    name: 'link.credentials',
    text: `select device.id, device.sn, device.org_id as "orgId", place.path::text as "orgPath", device.model_id as "modelId", device.vendor_id as "vendorId", device.lifecycle, device.sealed_secret as "sealedSecret",
        device.secret_unused_until is not null as "isUnused"
      from device join organization place on place.id = device.org_id
      where device.sn = any($1::text[]) and device.deleted_at is null`,
    values: [sns],
  })
  return rows
}

/** Of some certificates those that are authorities of vendors, by their SHA-256: whose. */
export async function findAuthorities(
  pool: pg.Pool,
  sha256s: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await pool.query<{ sha256: string; ids: string[] }>({
    name: 'link.authorities',
    text: `select bootstrap_ca_sha256 as sha256, array_agg(id::text) as ids from vendor
      where bootstrap_ca_sha256 = any($1::text[]) and status = 1 and deleted_at is null group by 1`,
    values: [sha256s],
  })
  return new Map(rows.map(({ sha256, ids }) => [sha256, new Set(ids)]))
}

/** Certificates (PEM) of the authorities that vendors name, while they are good. */
export async function trustedAuthorities(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ pem: string }>({
    name: 'link.trusted',
    text: `select distinct bootstrap_ca as pem from vendor where bootstrap_ca is not null
        and bootstrap_ca_until > now() and status = 1 and deleted_at is null order by 1`,
  })
  return rows.map(({ pem }) => pem)
}

export interface ShownNonce {
  readonly deviceId: string
  readonly nonce: string
  /** Epoch seconds. */
  readonly exp: number
}

/** Notes passwords as used. Answers those that had not been used before. */
export async function spendNonces(
  pool: pg.Pool,
  shown: readonly ShownNonce[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ deviceId: string; nonce: string }>({
    name: 'link.nonces',
    text: `insert into device_nonce (device_id, nonce, expires_at)
      select shown.device_id, shown.nonce, to_timestamp(shown.exp)
      from unnest($1::uuid[], $2::text[], $3::float8[]) as shown (device_id, nonce, exp)
      on conflict do nothing returning device_id as "deviceId", nonce`,
    values: [
      shown.map(({ deviceId }) => deviceId),
      shown.map(({ nonce }) => nonce),
      shown.map(({ exp }) => exp),
    ],
  })
  return new Set(rows.map(({ deviceId, nonce }) => `${deviceId} ${nonce}`))
}

/**
 * Notes credentials as used: no enrolment key replaces them any more. Waits for nobody: those of
 * terminals that somebody else is writing are left out.
 */
export async function noteUsed(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await pool.query({
    name: 'link.usedCredentials',
    text: `with shown as (select id from device where id = any($1::uuid[]) for no key update skip locked)
      update device set secret_unused_until = null, secret_key_id = null
      from shown where device.id = shown.id`,
    values: [ids],
  })
}

/** Forgets passwords that are refused for their age anyway. */
export async function forgetNonces(pool: pg.Pool): Promise<void> {
  await pool.query('delete from device_nonce where device_nonce.expires_at < now()')
}

export interface EnrolmentRow {
  readonly id: string
  readonly orgId: string
}

/** The enrolment key behind a token, while it may be used. */
export async function findEnrolmentKey(
  pool: pg.Pool,
  token: string,
): Promise<EnrolmentRow | undefined> {
  const { rows } = await pool.query<EnrolmentRow>({
    name: 'link.enrolmentKey',
    text: `select key.id, key.org_id as "orgId" from enrolment_key key
      join organization on organization.id = key.org_id
      where key.token_hash = $1 and key.revoked_at is null and key.expires_at > now()
        and key.uses < key.max_uses and organization.deleted_at is null`,
    values: [tokenHash(token)],
  })
  return rows[0]
}
