import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pendingApkStates } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { fileStoreIn } from '../../../platform/fileStore.ts'
import type { DB } from '../../../platform/schema.ts'
import { keepImage, pictureOf } from '../../file/image/index.ts'
import { binaryManifest } from './androidManifest.ts'
import { makePublisher, type Publisher, signedPackage, signerOf } from './androidPackage.ts'
import { categories, type DemoApp, demoApps, type DemoVersion, wayTo } from './catalogue.ts'
import { iconOf } from './pictures.ts'

type Db = Kysely<DB>

const minSdk = 26
const targetSdk = 34
const publishers = { platform: 'Muster', tigris: 'Tigris Bank', marsh: 'Marsh Payments' }

/** Who has made and who has judged what is there; nobody signs in as them. */
export interface People {
  readonly maker: string
  readonly judge: string
}

/** Applications with versions, their files and pictures, and the categories of the store. */
export async function makeDemoCatalogue(
  { db, env }: Pick<Platform, 'db' | 'env'>,
  people: People,
): Promise<void> {
  const store = fileStoreIn(env.dataFolder)
  const made = await Promise.all(
    Object.entries(publishers).map(
      async ([code, name]) => [code, await makePublisher(name)] as const,
    ),
  )
  const signers = new Map<string, Publisher>(made)
  const files: ApkFile[] = []
  for (const app of demoApps)
    for (const version of app.versions) {
      const signer = signers.get(app.org)
      if (!signer) throw new Error(`nobody publishes for ${app.org}`)
      const content = packageOf(app, version, signer)
      await store.put(Readable.from([content]))
      files.push({ app, version, content, signer: signerOf(signer) })
    }
  await db.transaction().execute(async (trx) => {
    await addCategories(trx)
    await addApps(trx, people)
    await addVersions(trx, files, people)
  })
}

interface ApkFile {
  readonly app: DemoApp
  readonly version: DemoVersion
  readonly content: Buffer
  readonly signer: string
}

export function packageOf(app: DemoApp, version: DemoVersion, signer: Publisher): Buffer {
  const { code, name, isDebuggable = false } = version
  const { package: own, name: label, permissions, kilobytes } = app
  const said = { package: own, code, name, label, minSdk, targetSdk, permissions, isDebuggable }
  const entries = [
    { name: 'AndroidManifest.xml', content: binaryManifest(said) },
    { name: 'assets/data.bin', content: filler(`${own} ${name}`, kilobytes) },
  ]
  return signedPackage(entries, signer)
}

/** Bytes that are the same at every start, so that a download takes its time. */
export function filler(seed: string, kilobytes: number): Buffer {
  const parts = Array.from({ length: kilobytes * 32 }, (_, nth) =>
    createHash('sha256').update(`${seed} ${nth}`).digest(),
  )
  return Buffer.concat(parts)
}

const recordset = (rows: readonly object[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`

async function addCategories(db: Db): Promise<void> {
  const rows = categories.map((one, nth) => ({ ...one, nth, names: { 'ar-IQ': one.ar } }))
  for (const isBelow of [false, true])
    await sql`insert into app_category (parent_id, name, names, code, sort, show_in_store)
      select above.id, told.name, told.names, told.code, told.nth, told.shown
      from ${recordset(rows)} as told (code text, name text, names jsonb, parent text, shown boolean, nth integer)
        left join app_category above on above.code = told.parent
      where (told.parent is not null) = ${isBelow}`.execute(db)
}

async function addApps(db: Db, { maker }: People): Promise<void> {
  const icons = new Map<string, string>()
  for (const { name, sign, colours } of demoApps)
    icons.set(name, await keepPicture(db, { bytes: iconOf(sign, ...colours), name, by: maker }))
  const rows = demoApps.map((app) => ({ ...app, icon: icons.get(app.name) }))
  await sql`insert into app (org_id, package, name, app_type, os_kind, visibility, category_ids, icon, summary, description,
      created_by, created_at, updated_at)
    select organization.id, told.package, told.name, told.type, 'ANDROID',
      case when told.org = 'platform' then 'PUBLIC' else 'PRIVATE' end,
      array(select category.id from app_category category
        where category.code in (select jsonb_array_elements_text(told.categories))),
      told.icon, told.summary, told.summary, ${maker}, now() - interval '30 days', now() - interval '30 days'
    from ${recordset(rows)} as told (org text, package text, name text, type text, categories jsonb, icon text, summary jsonb)
      join organization on ${isOrganization(sql.ref('told.org'))}`.execute(db)
}

/** The uppermost one goes by `platform`, whatever its code is. */
export const isOrganization = (code: ReturnType<typeof sql.ref>) =>
  sql`case ${code} when 'platform' then organization.parent_id is null else organization.code = ${code} end`

interface PictureWish {
  readonly bytes: Buffer
  readonly name: string
  readonly by: string
}

/** Keeps a picture of ours; its name. */
export async function keepPicture(db: Db, { bytes, name, by }: PictureWish): Promise<string> {
  const picture = pictureOf(bytes)
  if (!picture) throw new Error('a picture was drawn that is none')
  const { rows } = await sql<{
    orgId: string
  }>`select org_id from app_user where id = ${by}`.execute(db)
  const principal = { userId: by, orgId: rows[0]?.orgId ?? '' }
  return keepImage(db, { bytes, picture, name, scan: null, principal })
}

async function addVersions(db: Db, files: readonly ApkFile[], people: People): Promise<void> {
  const rows = files.map(rowOf)
  const told = sql`${recordset(rows)} as told (package text, code bigint, name text, state text, days integer, notes text,
    reason text, "isDebuggable" boolean, file text, bytes integer, sha256 text, md5 text, signer text, permissions jsonb,
    label text, problems jsonb, way jsonb)`
  await sql`insert into upload (name, type, bytes, sha256, md5, chunk_bytes, state, org_id, created_by, created_at)
    select told.file, 'apk', told.bytes, decode(told.sha256, 'hex'), decode(told.md5, 'hex'), 1048576, 'STORED',
      app.org_id, ${people.maker}, now() - make_interval(days => told.days)
    from ${told} join app on app.package = told.package`.execute(db)
  await sql`insert into apk (app_id, version_code, version_name, label, file_id, signer_sha256, schemes, min_sdk, target_sdk,
      permissions, is_debuggable, state, problems, release_notes, reason, created_by, created_at, updated_at,
      submitted_by, submitted_at, reviewed_by, reviewed_at, publish_at, published_by, published_at, offline_at, grey_percent)
    select app.id, told.code, told.name, told.label, upload.id, told.signer, '{v2}', ${minSdk}, ${targetSdk},
      array(select jsonb_array_elements_text(told.permissions)), told."isDebuggable", told.state, told.problems, told.notes,
      told.reason, ${people.maker}, made.at, made.at,
      case when told.way ? 'SUBMITTED' then ${people.maker}::uuid end, case when told.way ? 'SUBMITTED' then made.at + interval '3 hours' end,
      case when told.way ? 'IN_REVIEW' then ${people.judge}::uuid end, case when told.way ? 'IN_REVIEW' then made.at + interval '5 hours' end,
      case when told.state = 'SIGNED' then date_trunc('day', now()) + interval '2 days' end,
      case when told.way ?| '{ONLINE,GREY}' then ${people.judge}::uuid end,
      case when told.way ? 'ONLINE' then made.at + interval '8 hours' end,
      case when told.state = 'OFFLINE' then made.at + interval '9 hours' end,
      case when told.state = 'GREY' then 20 end
    from ${told} join app on app.package = told.package
      join upload on upload.sha256 = decode(told.sha256, 'hex')
      cross join lateral (select now() - make_interval(days => told.days) as at) as made`.execute(
    db,
  )
  await sql`insert into file_reference (upload_id, used_by, used_id, name)
    select apk.file_id, 'apk', apk.id, app.name || ' ' || apk.version_name
    from apk join app on app.id = apk.app_id`.execute(db)
  await noteWay(db, told, people)
}

/** Who brought each version to the state that it is in, step by step. */
async function noteWay(db: Db, told: RawBuilder<unknown>, people: People): Promise<void> {
  await sql`insert into apk_review (apk_id, before, after, reason, at, by_user)
    select apk.id, told.way ->> (step.nth - 1), told.way ->> step.nth,
      case when step.nth = jsonb_array_length(told.way) - 1 then told.reason end,
      apk.created_at + step.nth * interval '1 hour',
      case when step.nth < 4 then ${people.maker}::uuid else ${people.judge}::uuid end
    from ${told} join app on app.package = told.package
      join apk on apk.app_id = app.id and apk.version_code = told.code
      cross join lateral generate_series(1, jsonb_array_length(told.way) - 1) as step (nth)`.execute(
    db,
  )
}

function rowOf({ app, version, content, signer }: ApkFile) {
  const hashed = (hash: string) => createHash(hash).update(content).digest('hex')
  const { isDebuggable = false } = version
  const isPending = pendingApkStates.some((state) => state === version.state)
  return {
    ...version,
    isDebuggable,
    package: app.package,
    label: app.name,
    file: `${app.package}-${version.name}.apk`,
    bytes: content.length,
    sha256: hashed('sha256'),
    md5: hashed('md5'),
    signer,
    permissions: app.permissions.map((one) => `android.permission.${one}`),
    problems: isPending && isDebuggable ? [{ key: 'apk.problem.debuggable', values: {} }] : [],
    way: wayTo(version.state),
  }
}
