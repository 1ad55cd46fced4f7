import { sql } from 'kysely'
import type { TestApp } from './testApp.ts'

const nobody = '00000000-0000-7000-8000-000000000001'

/** What a banner and a policy say beside their names and their organisation. */
export const ofBanner = {
  placement: 'TOP',
  startAt: '2026-01-01T00:00:00.000Z',
  endAt: '2036-01-01T00:00:00.000Z',
}
export const ofPolicy = { appId: nobody, policy: 'ALLOWED' }

/** A living banner of an organisation and one in the bin, and so of its policies; their ids. */
export async function addForeignStore(
  { platform: { db } }: TestApp,
  orgId: string,
): Promise<{ banner: string[]; orgApk: string[] }> {
  const { rows: banners } = await sql<{ id: string }>`insert into app_banner
      (title, org_id, placement, start_at, end_at, deleted_at)
    values ('secret-of-a', ${orgId}, 'TOP', now(), now() + interval '1 day', null),
      ('binned-secret-of-a', ${orgId}, 'TOP', now(), now() + interval '1 day', now())
    returning id`.execute(db)
  const { rows: policies } = await sql<{ id: string }>`with made as (
      insert into app (name, package, org_id, app_type, os_kind)
      select 'secret-of-a', 'com.secret.a' || n, ${orgId}, 'NORMAL', 'ANDROID'
      from generate_series(1, 2) n returning id, package)
    insert into org_apk (name, org_id, app_id, policy, scope_kind, deleted_at)
    select 'secret-of-a', ${orgId}, made.id, 'ALLOWED', 'SUBTREE',
      case when package like '%2' then now() end
    from made order by package returning id`.execute(db)
  return { banner: banners.map(({ id }) => id), orgApk: policies.map(({ id }) => id) }
}

/** What forms of stations and applications need beside their names. */
export const ofStation = { type: 'SHOP', address: 'x', contact: 'x', phone: '123' }
export const ofApp = { appType: 'NORMAL', osKind: 'ANDROID' }
