import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import { fileStoreIn } from '../../platform/fileStore.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { DB } from '../../platform/schema.ts'
import { oneTimePassword } from '../user/index.ts'

type Db = Kysely<DB>

const developers = [
  { name: 'Tigris Apps', account: 'layla.apps', org: 'tigris', state: 'APPROVED', hours: 900 },
  { name: 'Marsh Mobile', account: 'omar.mobile', org: 'marsh', state: 'REVIEWING', hours: 20 },
  { name: 'Zaid Karim', account: 'zaid.karim', org: 'tigris', state: 'APPLIED', hours: 100 },
  { name: 'Palm Software', account: 'noor.palm', org: 'marsh', state: 'SUSPENDED', hours: 2000 },
]

/** An archive without an entry, and a page without a word: the demo's files have nothing to say. */
const emptyArchive = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)])
const emptyPage = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n',
)

const downloads = [
  {
    title: 'Terminal SDK for Android',
    kind: 'SDK',
    release: '3.2.0',
    audience: 'DEVELOPER',
    file: 'muster-sdk-3.2.0.zip',
    taken: 7,
    notes: { en: 'Printer and scanner in one call.', 'ar-IQ': 'الطابعة والماسح بنداء واحد.' },
  },
  {
    title: 'Getting started',
    kind: 'DOC',
    release: '2026.2',
    audience: 'PUBLIC',
    file: 'getting-started.pdf',
    taken: 23,
    notes: { en: 'Signing of packages is new.' },
  },
]

const documents = [
  { vendor: 'northlight', name: 'Aurora A8 data sheet', kind: 'DATASHEET', days: null },
  { vendor: 'northlight', name: 'Warranty terms', kind: 'WARRANTY', days: 45 },
]

/** What a developer may do: offer applications and look at what he may download. */
const rights = [
  'APPLICATION_LIST',
  'APPLICATION_DETAIL',
  'APPLICATION_ADD',
  'APPLICATION_EDIT',
  'APK_LIST',
  'APK_DETAIL',
  'APK_ADD',
  'APK_EDIT',
  'APK_SUBMIT',
  'APK_DOWNLOAD',
  'UPLOAD_ADD',
  'DEVELOPER_LIST',
  'DEVELOPER_DETAIL',
  'APP_DEV_TRACK_DETAIL',
  'APP_DEV_DOWNLOAD_LIST',
  'APP_DEV_DOWNLOAD_DETAIL',
  'APP_DEV_DOWNLOAD_FILE',
]

/** How the developers of a demo come in. */
export interface DemoAccounts {
  readonly userNames: readonly string[]
  /** Null: the one that the operator has chosen for the administrator. */
  readonly oneTimePassword: string | null
}

/** Developers in several states, what they download, and documents of a vendor. */
export async function makeDemoDevelopers({
  db,
  env,
}: Pick<Platform, 'db' | 'env'>): Promise<DemoAccounts> {
  const store = fileStoreIn(env.dataFolder)
  for (const content of [emptyArchive, emptyPage]) await store.put(Readable.from([content]))
  const chosen = env.adminPassword
  const password = chosen ?? oneTimePassword()
  const hash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await addDevelopers(trx, { hash, mustChange: chosen === null })
    await grantRights(trx)
    await addDownloads(trx)
    await addDocuments(trx)
  })
  return {
    userNames: developers.map(({ account }) => account),
    oneTimePassword: chosen === null ? password : null,
  }
}

/** One role for all of them, with the screens that its rights are used on. */
async function grantRights(db: Db): Promise<void> {
  await sql`with recursive made as (insert into role (code, name, type)
      values ('demo-developers', 'Offers applications', 'PLATFORM') returning id),
    seen as (insert into data_scope (role_id, kind) select id, 'OWN_ORG' from made),
    item as (select id, parent_id from menu where button_code = any(${rights}::text[])
      union select menu.id, menu.parent_id from menu join item on item.parent_id = menu.id),
    held as (insert into role_menu (role_id, menu_id)
      select made.id, item.id from made cross join item)
    insert into user_role (user_id, role_id) select developer.account_id, made.id
      from developer cross join made`.execute(db)
}

interface Access {
  readonly hash: string
  readonly mustChange: boolean
}

async function addDevelopers(db: Db, { hash, mustChange }: Access): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(developers)}::jsonb)
    as told (name text, account text, org text, state text, hours integer)`
  await sql`insert into app_user (user_name, real_name, email, password_hash, must_change_password,
      org_id)
    select told.account, told.name, told.account || '@example.org', ${hash}, ${mustChange},
      organization.id
    from ${rows} join organization on organization.code = told.org`.execute(db)
  await sql`insert into developer (type, name, org_id, account_id, country, contact, email, state,
      applied_at, reviewed_at, reason)
    select case when told.name = 'Zaid Karim' then 'INDIVIDUAL' else 'COMPANY' end, told.name,
      account.org_id, account.id, 'IQ', account.real_name, account.email, told.state,
      now() - make_interval(hours => told.hours),
      case when told.state in ('APPROVED', 'SUSPENDED') then now() - interval '9 days' end,
      case told.state when 'SUSPENDED' then 'The licence has run out' end
    from ${rows} join app_user account on account.user_name = told.account`.execute(db)
}

interface DemoFile {
  readonly name: string
  readonly type: 'document' | 'download'
  readonly content: Buffer
  readonly usedBy: string
  readonly title: string
}

/** A stored file of the uppermost organisation, for the record that comes next. */
async function addFile(db: Db, { name, type, content }: DemoFile): Promise<string> {
  const [sha256, md5] = ['sha256', 'md5'].map((hash) => createHash(hash).update(content).digest())
  const { rows } = await sql<{ id: string }>`insert into upload
      (name, type, bytes, sha256, md5, chunk_bytes, state, org_id, created_by)
    select ${name}, ${type}, ${content.length}, ${sha256}, ${md5}, 1048576, 'STORED', root.id, root.id
    from organization root where root.parent_id is null order by root.label limit 1 returning id`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

async function hold(db: Db, file: DemoFile, ids: { uploadId: string; usedId: string }) {
  await sql`insert into file_reference (upload_id, used_by, used_id, name)
    values (${ids.uploadId}, ${file.usedBy}, ${ids.usedId}, ${file.title})`.execute(db)
}

async function addDownloads(db: Db): Promise<void> {
  for (const { title, kind, release, audience, file: name, taken, notes } of downloads) {
    const content = name.endsWith('.pdf') ? emptyPage : emptyArchive
    const file = { name, type: 'download', content, usedBy: 'developerDownload', title } as const
    const uploadId = await addFile(db, file)
    const { rows } = await sql<{ id: string }>`insert into developer_download
        (title, kind, release, file_id, notes, audience, publish_at, told_at)
      values (${title}, ${kind}, ${release}, ${uploadId}, ${JSON.stringify(notes)}::jsonb, ${audience},
        now() - interval '12 days', now()) returning id`.execute(db)
    const usedId = rows[0]?.id ?? ''
    await hold(db, file, { uploadId, usedId })
    await sql`insert into developer_download_day (download_id, day, way, count)
      select ${usedId}, now()::date - n, case n % 2 when 0 then 'CONSOLE' else 'LINK' end, 1 + ${taken}::integer * n % 5
      from generate_series(0, 9) n`.execute(db)
  }
}

async function addDocuments(db: Db): Promise<void> {
  for (const { vendor, name, kind, days } of documents) {
    const title = name
    const type = 'document' as const
    const file = { name: `${name}.pdf`, type, content: emptyPage, usedBy: type, title }
    const uploadId = await addFile(db, file)
    const { rows } = await sql<{ id: string }>`insert into vendor_document
        (vendor_id, name, kind, doc_version, file_id, valid_from, expires_on)
      select vendor.id, ${name}, ${kind}, '1.0', ${uploadId}, now()::date - 300, now()::date + ${days}::integer
      from vendor where vendor.code = ${vendor} returning id`.execute(db)
    await hold(db, file, { uploadId, usedId: rows[0]?.id ?? '' })
  }
}
