import { devices } from '@muster/contract'
import type pg from 'pg'

/** Who asks, and the organisations that they may see; null: all. */
export interface Caller {
  readonly userName: string
  readonly organizations: readonly string[] | null
}

export interface PageEstate {
  readonly operator: Caller
  readonly clerk: Caller
  readonly administrator: Caller
}

/** The first administrator, as the server's own seed makes it. */
const administrator: Caller = { userName: 'admin', organizations: null }

/** Branches below the root, and organisations in each branch: 50 in all, with the root. */
const branches = 7
const leaves = 6

const organizationSql = `insert into organization (parent_id, name, code, type, path)
  values ($1, $2, $2, 'BANK', '') returning id`

/**
 * An estate of `rows` terminals, 50 organisations in a tree, 10 models and 5 vendors: three quarters
 * have reported, 30 % are online. Made once; a kept database is taken as it is.
 */
export async function makePageEstate(client: pg.Client, rows: number): Promise<PageEstate> {
  const known = await client.query<{ count: number }>(
    'select count(*)::integer as count from device',
  )
  const count = known.rows[0]?.count ?? 0
  if (count === 0) await fill(client, rows)
  else if (count !== rows)
    throw new Error(`the kept database holds ${count} terminals, not ${rows}`)
  return {
    administrator,
    operator: { userName: 'operator', organizations: await idsBelow(client, 'branch-1') },
    clerk: { userName: 'clerk', organizations: await idsBelow(client, 'leaf-7-6') },
  }
}

async function fill(client: pg.Client, rows: number): Promise<void> {
  await client.query('begin')
  await addOrganizations(client)
  await addUser(client, { userName: 'operator', code: 'branch-1' })
  await addUser(client, { userName: 'clerk', code: 'leaf-7-6' })
  await client.query(catalogueSql)
  await client.query(devicesSql, [rows])
  await client.query(statesSql)
  await client.query(onlineSql)
  await client.query('commit')
  await client.query('vacuum (analyze)')
}

async function addOrganizations(client: pg.Client): Promise<void> {
  const root = await client.query<{ id: string }>(
    'select id from organization where parent_id is null',
  )
  for (let branch = 1; branch <= branches; branch++) {
    const id = await addOrganization(client, root.rows[0]?.id, `branch-${branch}`)
    for (let leaf = 1; leaf <= leaves; leaf++)
      await addOrganization(client, id, `leaf-${branch}-${leaf}`)
  }
}

async function addOrganization(client: pg.Client, parent: string | undefined, code: string) {
  const { rows } = await client.query<{ id: string }>(organizationSql, [parent, code])
  return rows[0]?.id
}

const catalogueSql = `
  with made as (insert into vendor (name, code)
      select 'Vendor ' || number, 'vendor-' || number from generate_series(1, 5) as number returning id, code),
    kind as (insert into category (name, code, os_kind) values ('Kind', 'kind', 'ANDROID') returning id)
  insert into model (vendor_id, category_id, name, code, os_type)
    select made.id, kind.id, 'Model ' || number, 'model-' || number, 'ANDROID'
    from generate_series(0, 9) as number join made on made.code = 'vendor-' || 1 + number % 5, kind`

/** One organisation is small: 2 of 1,000 terminals. Serial numbers begin with their model's digit. */
const devicesSql = `
  with place as (select organization.id, row_number() over (order by code) - 1 as seat
      from organization where code <> 'leaf-7-6'),
    small as (select id from organization where code = 'leaf-7-6')
  insert into device (sn, model_id, vendor_id, org_id, name, tid, batch_no, lifecycle, firmware,
      agent_version, activated_at)
    select 'SN' || number % 10 || '-' || to_char(number, 'FM00000000'), model.id, model.vendor_id,
      case when number % 500 = 7 then small.id else place.id end,
      'Till ' || number % 5000, 'T' || to_char(number, 'FM00000000'), 'B' || number / 10000,
      case when number % 10 < 8 then 'ACTIVE' when number % 10 = 8 then 'ASSIGNED' else 'STOCK' end,
      case when number % 10 < 8 then '2.4.' || number % 7 end, case when number % 10 < 8 then '1.0.3' end,
      case when number % 10 < 8 then now() - make_interval(hours => number % 5000) end
    from generate_series(1, $1::integer) as number
      join model on model.code = 'model-' || number % 10
      join place on place.seat = abs(hashint4(number)) % (select count(*) from place)
      cross join small`

const statesSql = `
  insert into device_state (device_id, last_seen_at, battery, is_charging, network_type, signal, offline_since)
    select id, now() - make_interval(secs => abs(hashtext(sn)) % 90000), abs(hashtext(sn)) % 101,
      abs(hashtext(sn)) % 2 = 0, 'WIFI', 40 + abs(hashtext(sn)) % 60, now() - interval '1 hour'
    from device where abs(hashtext(sn)) % 4 < 3`

const onlineSql = `
  insert into device_online (device_id, since, session_id)
    select device_id, now() - interval '2 hours', gen_random_uuid() from device_state
    where abs(hashtext(device_id::text)) % 10 < 4`

const userSql = `
  with made as (insert into app_user (user_name, org_id, password_hash, must_change_password)
      select $1, organization.id, admin.password_hash, false
      from app_user admin, organization where admin.user_name = 'admin' and organization.code = $2
      returning id),
    role as (insert into role (code, name) values ('bench ' || $1, $1) returning id),
    sees as (insert into data_scope (role_id, kind) select id, 'OWN_ORG_AND_BELOW' from role),
    may as (insert into role_menu (role_id, menu_id)
      select role.id, menu.id from role, menu where menu.button_code = $3 returning role_id)
  insert into user_role (user_id, role_id) select made.id, may.role_id from made, may`

async function addUser(client: pg.Client, user: { userName: string; code: string }): Promise<void> {
  const { rowCount } = await client.query(userSql, [
    user.userName,
    user.code,
    devices.page.permission,
  ])
  if (rowCount !== 1) throw new Error(`nobody is granted ${devices.page.permission}`)
}

async function idsBelow(client: pg.Client, code: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select below.id from organization top join organization below on below.path <@ top.path
      where top.code = $1`,
    [code],
  )
  return rows.map(({ id }) => id)
}
