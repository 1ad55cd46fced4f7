import type pg from 'pg'
import type { Peer } from '../topics.rules.ts'

type BootPeer = Extract<Peer, { kind: 'boot' }>

/** Notes which key a first contact showed to a broker of its own. */
export async function noteContact(pool: pg.Pool, { sn, keyId }: BootPeer): Promise<void> {
  await pool.query(
    `insert into device_contact (sn, key_id) values ($1, $2)
      on conflict (sn) do update set key_id = excluded.key_id, admitted_at = excluded.admitted_at`,
    [sn, keyId],
  )
}

/** Who a first contact is, while what the broker was told of it is fresh. */
export async function findContact(pool: pg.Pool, sn: string): Promise<BootPeer | null> {
  const { rows } = await pool.query<{ keyId: string; orgId: string }>(
    `select key.id as "keyId", key.org_id as "orgId" from device_contact contact
      join enrolment_key key on key.id = contact.key_id
      where contact.sn = $1 and contact.admitted_at > now() - interval '10 minutes'
        and key.revoked_at is null and key.expires_at > now()`,
    [sn],
  )
  return rows[0] ? { kind: 'boot', sn, ...rows[0] } : null
}

/** Forgets first contacts that are over. */
export async function forgetContacts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from device_contact where device_contact.admitted_at < now() - interval '1 day'`,
  )
}
