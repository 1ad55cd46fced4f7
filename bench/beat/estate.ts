import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Secrets } from '../../packages/server/src/platform/secrets.ts'

/** A registered terminal, as it knows itself. */
export interface Terminal {
  readonly id: string
  readonly sn: string
  readonly secret: Buffer
}

const catalogueSql = `
  with org as (insert into organization (name, code, type, path) values ('Bench', 'bench', 'BANK', '') returning id),
    made as (insert into vendor (name, code) values ('Vendor', 'vendor') returning id),
    kind as (insert into category (name, code, os_kind) values ('Kind', 'kind', 'ANDROID') returning id),
    model as (insert into model (vendor_id, category_id, name, code, os_type)
      select made.id, kind.id, 'Model', 'model', 'ANDROID' from made, kind returning id, vendor_id)
  insert into device (sn, model_id, vendor_id, org_id, lifecycle)
    select 'BENCH-' || to_char(number, 'FM0000000'), model.id, model.vendor_id, org.id, 'ACTIVE'
    from generate_series(1, $1::integer) as number, model, org`

const statesSql = `
  insert into device_state (device_id, last_seen_at, battery, is_charging, network_type, signal,
      free_mb, temperature, uptime_seconds, cfg_rev)
    select device.id, now() - interval '1 hour', 80, false, 'WIFI', 70, 2048, 31.5, 3600, 1 from device
    on conflict do nothing`

/** Knows `devices` terminals that have reported before; the first `registered` of them may connect. */
export async function makeBeatEstate(
  client: pg.Client,
  wishes: { devices: number; registered: number; secrets: Secrets },
): Promise<Terminal[]> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from device',
  )
  if (rows[0]?.count !== wishes.devices) {
    await client.query('truncate organization, vendor, category cascade')
    await client.query(catalogueSql, [wishes.devices])
  }
  await client.query(statesSql)
  await client.query('vacuum (analyze) device_state')
  await client.query('vacuum (analyze) device')
  return register(client, wishes)
}

async function register(
  client: pg.Client,
  { registered, secrets }: { registered: number; secrets: Secrets },
): Promise<Terminal[]> {
  const { rows } = await client.query<{ id: string; sn: string }>(
    'select id, sn from device order by sn limit $1',
    [registered],
  )
  const terminals = rows.map((row) => ({ ...row, secret: randomBytes(32) }))
  const sealed = terminals.map(({ id, secret }) => secrets.seal(secret, `device.secret:${id}`))
  await client.query(
    `update device set sealed_secret = told.sealed
      from unnest($1::uuid[], $2::bytea[]) as told (id, sealed) where device.id = told.id`,
    [terminals.map(({ id }) => id), sealed],
  )
  return terminals
}
