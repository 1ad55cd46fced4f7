import type pg from 'pg'
import { makeToken, type Secrets, tokenHash } from '../../packages/server/src/platform/secrets.ts'

/** Terminals that come by one gateway token. */
export interface DdiEstate {
  readonly sns: readonly string[]
  readonly token: string
}

const estateSql = `with maker as (insert into vendor (name, code) values ('Maker', 'maker') returning id),
    kind as (insert into category (name, code, os_kind) values ('Board', 'board', 'LINUX') returning id),
    model as (insert into model (vendor_id, category_id, name, code, os_type)
      select maker.id, kind.id, 'M', 'm', 'LINUX' from maker, kind returning id, vendor_id),
    place as (select id from organization where parent_id is null limit 1),
    key as (insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
      select id, $2, now() + interval '1 day', 1 from place returning id)
  insert into device (sn, model_id, vendor_id, org_id, lifecycle, sealed_secret, ddi_key_id)
    select 'DDI-' || lpad(n::text, 6, '0'), model.id, model.vendor_id, place.id, 'ACTIVE', $3, key.id
    from model, place, key, generate_series(1, $1::integer) as n returning sn`

const toldSql = `insert into device_snapshot (device_id, kind, document, reported_at)
  select id, 'info', '{"firmware": "1", "agentVersion": "1", "os": "Linux"}', now() from device`

export async function makeDdiEstate(
  client: pg.Client,
  { terminals, secrets }: { readonly terminals: number; readonly secrets: Secrets },
): Promise<DdiEstate> {
  const token = makeToken()
  // Nobody opens it: these terminals show their key.
  const sealed = secrets.seal(Buffer.alloc(32), 'bench')
  const { rows } = await client.query<{ sn: string }>(estateSql, [
    terminals,
    tokenHash(token),
    sealed,
  ])
  await client.query(toldSql)
  await client.query('vacuum (analyze)')
  return { sns: rows.map(({ sn }) => sn), token }
}
