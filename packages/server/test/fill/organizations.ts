import type { EstateSizes, Runner } from './sizes.ts'

/** Organisations right below the root, and those below each of the others. */
const roots = 3
const branches = 12

const placesSql = `insert into organization (parent_id, name, code, type, path, created_at, updated_at)
  select parent.id, 'Place ' || number, 'place-' || number,
    (array['BANK', 'PSP', 'ISO', 'DISTRIBUTOR', 'AGENT', 'MERCHANT_GROUP'])[1 + number % 6], '',
    now() - number * interval '2 hours', now() - number * interval '1 hour'
  from generate_series($1::integer, $2::integer) as number
    join organization parent on case when $1 = 1 then parent.parent_id is null
      else parent.code = 'place-' || (number - ${roots + 1}) / ${branches} + 1 end`

/** A tree below the root: the first place has about a third of all, the last one is a leaf. */
export async function fillOrganizations(db: Runner, { organizations }: EstateSizes): Promise<void> {
  const last = organizations - 1
  for (let from = 1, to = roots; from <= last; ) {
    await db.query(placesSql, [from, Math.min(to, last)])
    from = to + 1
    to = roots + branches * to
  }
}

const catalogueSql = `
  with made as (insert into vendor (name, code)
      select 'Vendor ' || number, 'vendor-' || number from generate_series(1, 8) as number returning id, code),
    kinds as (insert into category (name, code, os_kind)
      select 'Kind ' || number, 'kind-' || number, 'ANDROID' from generate_series(1, 6) as number returning id, code)
  insert into model (vendor_id, category_id, name, code, os_type)
    select made.id, kinds.id, 'Model ' || number, 'model-' || number, 'ANDROID'
    from generate_series(1, $1::integer) as number
      join made on made.code = 'vendor-' || 1 + number % 8 join kinds on kinds.code = 'kind-' || 1 + number % 6`

const itemsSql = `
  with made as (insert into dictionary (code, name) values ('estateWords', 'Words of the estate') returning id)
  insert into dictionary_item (dictionary_id, value, label, sort)
    select made.id, 'word-' || number, 'Word ' || number, number from made, generate_series(1, $1::integer) as number`

/** What all organisations share: vendors, models, and a long dictionary. */
export async function fillCatalogue(db: Runner, { models, items }: EstateSizes): Promise<void> {
  await db.query(catalogueSql, [models])
  await db.query(itemsSql, [items])
}

const rolesSql = `insert into role (code, name, org_id)
  select 'crew-' || number, 'Crew ' || number, root.id
  from generate_series(1, 40) as number, organization root where root.parent_id is null`

const usersSql = `
  with made as (insert into app_user (user_name, real_name, email, org_id, password_hash, must_change_password,
        last_sign_in_at, created_at, updated_at)
      select 'user-' || number, 'Person ' || number % 977 || ' of ' || number % 31, 'user-' || number || '@example.com',
        place.id, 'none', false, now() - number * interval '7 minutes',
        now() - number * interval '9 minutes', now() - number * interval '8 minutes'
      from generate_series(1, $1::integer) as number
        join organization place on place.code = 'place-' || 1 + abs(hashint4(number)) % $2::integer
      returning id, user_name)
  insert into user_role (user_id, role_id)
    select made.id, role.id from made
      join role on role.code = 'crew-' || 1 + substr(made.user_name, 6)::integer % 40`

/** Users all over the tree, in forty roles. */
export async function fillUsers(db: Runner, { users, organizations }: EstateSizes): Promise<void> {
  await db.query(rolesSql)
  await db.query(usersSql, [users, organizations - 1])
}
