import { sql } from 'kysely'
import type { TestApp } from './testApp.ts'

/** A category of the store, past the rules of its route; its id. */
export async function addCategory({ platform: { db } }: TestApp): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into app_category (name, code)
    values ('Payment', 'payment-' || uuid7()) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** What the form of an application asks for, beside what it is called and whose it is. */
export const appForm = (categoryId: string) => ({
  appType: 'NORMAL' as const,
  osKind: 'ANDROID' as const,
  categoryIds: [categoryId],
  summary: { en: 'Takes cards' },
  description: { en: 'Takes cards, with and without contact.' },
})

/** An application of an organisation, past the rules of its route; its id. */
export async function addApp(
  { platform: { db } }: TestApp,
  of: { orgId: string; package: string; visibility?: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into app
      (org_id, package, name, app_type, os_kind, visibility)
    values (${of.orgId}, ${of.package}, ${of.package}, 'NORMAL', 'ANDROID', ${of.visibility ?? 'PUBLIC'})
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** A version of it in a state; its id. */
export async function addApk(
  { platform: { db }, rootId }: TestApp,
  of: { appId: string; code: number; state?: string; track?: string },
): Promise<string> {
  const { rows: files } = await sql<{ id: string }>`insert into upload
      (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
    values ('app.apk', 'apk', 22, sha256(${`${of.appId} ${of.code}`}::bytea), 1048576, 'STORED',
      ${rootId}, ${rootId}) returning id`.execute(db)
  const { rows } = await sql<{ id: string }>`insert into apk
      (app_id, version_code, version_name, file_id, state, track, release_notes)
    values (${of.appId}, ${of.code}, ${`1.${of.code}`}, ${files[0]?.id}, ${of.state ?? 'ONLINE'},
      ${of.track ?? 'PRODUCTION'}, 'x') returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** What a terminal says is installed on it. */
export async function install(
  { platform: { db } }: TestApp,
  of: { deviceId: string; package: string; code: number },
): Promise<void> {
  await sql`insert into device_app as kept (device_id, package, version_code, seen_at)
    values (${of.deviceId}, ${of.package}, ${of.code}, now())
    on conflict (device_id, package) do update set version_code = excluded.version_code`.execute(db)
}
