import type pg from 'pg'
import { lifecyclesThatConnect } from '../lifecycle.rules.ts'

/** The gateways read what terminals of this account send: passwords may be given from now on. */
export async function noteConsumer(pool: pg.Pool, account: string): Promise<void> {
  await pool.query(`insert into nats_account (id) values ($1) on conflict (id) do nothing`, [
    account,
  ])
}

export interface NewPass {
  readonly account: string
  readonly deviceId: string
  readonly userKey: string
  /** Epoch seconds. */
  readonly exp: number
}

/** Keeps a password before it is given. False: nobody would keep yet what its terminal sends. */
export async function savePass(pool: pg.Pool, pass: NewPass): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'pass.save',
    text: `insert into terminal_pass (user_key, device_id, secret_mark, expires_at)
      select $1, device.id, sha256(device.sealed_secret), to_timestamp($3)
      from device join nats_account account on account.id = $4
      where device.id = $2 and device.sealed_secret is not null`,
    values: [pass.userKey, pass.deviceId, pass.exp, pass.account],
  })
  return rowCount === 1
}

/** Which passwords are looked at. */
export type Suspects =
  | { readonly of: 'devices'; readonly ids: readonly string[] }
  | { readonly of: 'keys'; readonly keys: readonly string[] }

const conditions = {
  devices: `pass.device_id = any($2::uuid[])`,
  keys: `pass.user_key = any($2::text[])`,
} as const

const isBanInForce = `(ban.until_at is null or ban.until_at > now())`

/** The networks of bans in force, as one list: no terminal is compared with each ban by itself. */
const bannedNetworks = (
  more = 'true',
) => `select array_agg(ban.value::inet) as nets from login_ban ban
  where ban.kind = 'ADDRESS' and ${isBanInForce} and ${more}`

/** Whether a terminal that a broker of its own holds is connected from one of these networks. */
const isFrom = (
  nets: string,
) => `online.node_id is null and case when pg_input_is_valid(online.ip, 'inet')
  then online.ip::inet <<= any(${nets}) end`

/** May not connect (any more), is connected from where nobody may, or has another secret. */
const isUnfit = `pass.revoked_at is null and pass.expires_at > now()
  and (not exists (select from device where device.id = pass.device_id
      and device.deleted_at is null and device.lifecycle = any($1::text[])
      and sha256(device.sealed_secret) = pass.secret_mark
      and not exists (select from login_ban ban where ban.device_id = device.id and ${isBanInForce}))
    or exists (select from device_online online
      where online.device_id = pass.device_id and ${isFrom(`(${bannedNetworks()})::inet[]`)}))`

/** Revokes the passwords of terminals that may not connect (any more), or have another secret. */
export async function revokeUnfit(pool: pg.Pool, suspects: Suspects): Promise<number> {
  const { rowCount } = await pool.query({
    name: `pass.revoke.${suspects.of}`,
    text: `update terminal_pass pass set revoked_at = now()
      where ${conditions[suspects.of]} and ${isUnfit}`,
    values: [lifecyclesThatConnect, suspects.of === 'keys' ? suspects.keys : suspects.ids],
  })
  return rowCount ?? 0
}

/** Passwords that one statement looks at. */
const passesAtOnce = 5_000

/**
 * The same of a slice of all passwords, after the one that the slice before ended with; answers where
 * this one ends, or null: there are no more.
 */
export async function revokeSlice(pool: pg.Pool, after: string): Promise<string | null> {
  const { rows } = await pool.query<{ last: string | null }>({
    name: 'pass.revoke.slice',
    text: `with looked as materialized (
        select user_key from terminal_pass where user_key > $2 order by user_key limit $3),
      revoked as (update terminal_pass pass set revoked_at = now()
        from looked where pass.user_key = looked.user_key and ${isUnfit})
      select case when count(*) = $3 then max(user_key) end as last from looked`,
    values: [lifecyclesThatConnect, after, passesAtOnce],
  })
  return rows[0]?.last ?? null
}

/**
 * Revokes the passwords of terminals that are connected from an address which was banned just now: a broker of its
 * own holds them, and asks nobody who comes with a password. What was banned earlier is found slice by slice.
 */
export async function revokeBanned(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'pass.revoke.banned',
    // Who is online is asked where there are such bans alone: mostly there are none. In order: every gateway does this at once.
    text: `with latest as materialized (
        ${bannedNetworks(`ban.created_at > now() - interval '10 minutes'`)} having count(*) > 0),
      banned as materialized (
        select pass.user_key from latest
          cross join lateral (select online.device_id from device_online online
            where ${isFrom('latest.nets')} offset 0) there
          join terminal_pass pass on pass.device_id = there.device_id
        where pass.revoked_at is null and pass.expires_at > now()
        order by pass.user_key for no key update of pass)
      update terminal_pass pass set revoked_at = now() from banned where pass.user_key = banned.user_key`,
  })
  return rowCount ?? 0
}

/** Revokes a password that was misused. */
export async function revokePass(pool: pg.Pool, userKey: string): Promise<void> {
  await pool.query(
    `update terminal_pass pass set revoked_at = now()
      where pass.user_key = $1 and pass.revoked_at is null`,
    [userKey],
  )
}

/** Whether this gateway is the one that tells NATS, for the next seconds. */
export async function holdAnnouncing(
  pool: pg.Pool,
  { account, nodeId }: { readonly account: string; readonly nodeId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update nats_account account set announcer = $2, announcer_until = now() + interval '15 seconds'
      where account.id = $1 and (account.announcer = $2 or account.announcer_until is null
        or account.announcer_until < now())`,
    [account, nodeId],
  )
  return rowCount === 1
}

/** Lets another gateway tell NATS at once. */
export async function leaveAnnouncing(pool: pg.Pool, nodeId: string): Promise<void> {
  await pool.query(
    `update nats_account account set announcer_until = null where account.announcer = $1`,
    [nodeId],
  )
}

export interface RevokedPass {
  readonly userKey: string
  /** Epoch seconds; beyond it the password is void by itself. */
  readonly exp: number
  readonly isAnnounced: boolean
}

/** Everything NATS must refuse although it was signed. */
export async function findRevoked(pool: pg.Pool): Promise<RevokedPass[]> {
  const { rows } = await pool.query<RevokedPass>(
    `select pass.user_key as "userKey", ceil(extract(epoch from pass.expires_at))::float8 as exp,
        pass.announced_at is not null as "isAnnounced"
      from terminal_pass pass where pass.revoked_at is not null and pass.expires_at > now()`,
  )
  return rows
}

export async function noteAnnounced(pool: pg.Pool, keys: readonly string[]): Promise<void> {
  await pool.query(
    `update terminal_pass pass set announced_at = now() where pass.user_key = any($1::text[])`,
    [keys],
  )
}

/** Forgets passwords that are void by themselves. */
export async function forgetPasses(pool: pg.Pool): Promise<void> {
  await pool.query('delete from terminal_pass where terminal_pass.expires_at < now()')
}
