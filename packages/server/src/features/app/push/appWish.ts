import { type ApkDependency, type AppWish, type InstallOptions } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { nameableApps, requireRights } from '../../device/index.ts'

/** States of a version in which it may be brought to terminals. */
const offered = ['GREY', 'ONLINE', 'SUPERSEDED'] as const

interface Version {
  readonly apkId: string
  readonly appId: string
  readonly name: string
  readonly package: string
  readonly osKind: string
  readonly versionCode: number
  readonly versionName: string
  readonly state: string
  readonly isInTest: boolean
  readonly sha256: string
  readonly bytes: number
  readonly fileName: string
  readonly signerSha256: string | null
  /** Signers before it, which have handed their place to it. */
  readonly lineage: readonly string[]
  readonly minSdk: number | null
  readonly abis: readonly string[]
  readonly minAgent: string | null
  readonly minPreviousCode: number | null
  readonly dependencies: readonly ApkDependency[]
  readonly requiredFeatureIds: readonly string[]
  readonly uninstallFirst: boolean
  readonly forceUpdate: boolean
  readonly modelIds: readonly string[]
}

/** What a push of an application is about, as its items carry it. */
export interface AppTask {
  readonly kind: 'APP_INSTALL' | 'APP_UNINSTALL'
  readonly title: string
  readonly args: object
  /** Null: the platform does not know it. */
  readonly appId: string | null
  /** What is installed by then; null: it takes something away. */
  readonly brings: ApkDependency | null
}

/** Where in a call it is wanted, and what comes before it. */
interface Placed {
  readonly field: string
  readonly before: readonly AppTask[]
}

/** What somebody wants of an application as a task, after others; refuses what he may not want. */
export async function appTaskOf(
  ctx: Context,
  want: AppWish,
  { field, before }: Placed,
): Promise<AppTask> {
  requireRights(ctx, [{ kind: 'APP_INSTALL', args: { opt: want.opt } }])
  const { opt: options } = want
  if (want.action === 'UNINSTALL') {
    const task = await removalTask(ctx, want.appId)
    if (!task) throw fieldRefusal(`${field}.appId`, 'rule.unknownRecord')
    return { ...task, args: { ...task.args, opt: toldOf(options) } }
  }
  if (want.action === 'REMOVE_PACKAGE') {
    if (await isNameable(ctx, want.package))
      throw fieldRefusal(`${field}.package`, 'appPush.packageKnown')
    return packageRemoval(want.package, toldOf(options))
  }
  const version = await findVersion(ctx, want.apkId)
  if (!version) throw fieldRefusal(`${field}.apkId`, 'rule.unknownRecord')
  if (!isOffered(version)) throw fieldRefusal(`${field}.apkId`, 'appPush.notOffered')
  return installOf(version, options, before)
}

/** Whose sight counts where an application is named. */
type Named = Pick<Context, 'db' | 'principal'>

/** What is approved only is for the terminals of a test track: which they are, each is judged by. */
const isOffered = ({ state, isInTest }: Version): boolean =>
  offered.some((one) => one === state) || isInTest

/** A version as a task; null: it is not offered, or not to this caller. */
export async function installTask(
  named: Named,
  apkId: string,
  options: Partial<InstallOptions>,
): Promise<AppTask | null> {
  const version = await findVersion(named, apkId)
  return version && isOffered(version) ? installOf(version, { ...plainInstall, ...options }) : null
}

/** A version that a terminal's store shows it, as the task that its user asks for there: without asking him again. */
export async function storeTask(db: Context['db'], apkId: string): Promise<AppTask | null> {
  const { rows } = await sql<Version>`${versions} where apk.id = ${apkId}`.execute(db)
  const [version] = rows
  if (!version) return null
  const { args, ...task } = installOf(version, plainInstall)
  return { ...task, args: { ...args, gate: { ...args.gate, isFromStore: true } } }
}

/** The removal of an application as a task; null: the caller does not know it. */
export async function removalTask(named: Named, appId: string): Promise<AppTask | null> {
  const { rows } = await sql<{ id: string; name: string; package: string }>`select id, name, package
    from app as row where id = ${appId} and deleted_at is null
      and ${nameableApps.rows(named.principal)}`.execute(named.db)
  const [app] = rows
  if (!app) return null
  const title = app.name.slice(0, 64).toWellFormed()
  return {
    kind: 'APP_UNINSTALL',
    title,
    args: { title, pkg: app.package, opt: {}, gate: { appId } },
    appId,
    brings: null,
  }
}

/** Whether the caller can choose an application of this package: it is removed as such. */
async function isNameable({ db, principal }: Named, name: string): Promise<boolean> {
  const { rows } = await sql`select from app as row where package = ${name} and deleted_at is null
    and ${nameableApps.rows(principal)} limit 1`.execute(db)
  return rows.length > 0
}

/** The removal of what somebody has put on a terminal past the platform; what belongs to its system stays. */
function packageRemoval(name: string, opt: object): AppTask {
  const title = name.slice(0, 64).toWellFormed()
  const args = { title, pkg: name, opt, gate: { keepsSystem: true } }
  return { kind: 'APP_UNINSTALL', title, args, appId: null, brings: null }
}

/** An installation that asks for nothing in particular. */
export const plainInstall = {
  wifiOnly: false,
  charger: false,
  idle: false,
  ask: false,
  force: false,
  downgrade: false,
  keepData: false,
  launcher: false,
}

function installOf(version: Version, options: InstallOptions, before: readonly AppTask[] = []) {
  const title = `${version.name} ${version.versionName}`.slice(0, 64).toWellFormed()
  const args = {
    title,
    artifact: { size: version.bytes, sha256: version.sha256, name: version.fileName },
    pkg: version.package,
    vc: version.versionCode,
    vn: version.versionName,
    opt: toldOf({
      ...options,
      // Nobody is asked whether he takes what must be taken.
      ask: options.ask && !version.forceUpdate,
      uninstallFirst: version.uninstallFirst,
    }),
    // What the platform itself judges by, before anything is sent.
    gate: {
      appId: version.appId,
      apkId: version.apkId,
      osKind: version.osKind,
      modelIds: version.modelIds,
      minSdk: version.minSdk,
      abis: version.abis,
      minAgent: version.minAgent,
      minPreviousCode: version.minPreviousCode,
      dependencies: version.dependencies.filter((needed) => !isBrought(needed, before)),
      featureIds: version.requiredFeatureIds,
      signer: version.signerSha256?.slice(0, 16) ?? null,
      lineage: version.lineage.map((sha256) => sha256.slice(0, 16)),
      isDowngrade: options.downgrade,
    },
  }
  const brings = { package: version.package, code: version.versionCode }
  return { kind: 'APP_INSTALL', title, args, appId: version.appId, brings } as const
}

/** What is brought before it need not be there yet. */
const isBrought = (needed: ApkDependency, before: readonly AppTask[]): boolean =>
  before.some(({ brings }) => brings?.package === needed.package && brings.code >= needed.code)

/** What a terminal has to see to itself; what does not matter is left out. */
const toldOf = (options: InstallOptions & { readonly uninstallFirst?: boolean }): object =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== false && value !== undefined),
  )

const versions = sql`select apk.id as apk_id, app.id as app_id, app.name, app.package, app.os_kind, apk.version_code, apk.version_name,
    apk.state, apk.state = 'SIGNED' and is_in_test(apk.id) as is_in_test, encode(file.sha256, 'hex') as sha256, file.bytes, file.name as file_name, apk.signer_sha256, apk.lineage,
    apk.min_sdk, apk.abis, apk.min_agent, apk.min_previous_code, apk.dependencies, apk.uninstall_first, apk.force_update,
    app.required_feature_ids,
    case when apk.model_ids = '{}' then app.model_ids else apk.model_ids end as model_ids
  from apk join app on app.id = apk.app_id join upload file on file.id = apk.file_id`

async function findVersion(ctx: Named, id: string): Promise<Version | null> {
  const { rows } = await sql<Version>`${versions} where apk.id = ${id} and apk.deleted_at is null
    and app.deleted_at is null and app.id in (select row.id from app as row
      where ${nameableApps.rows(ctx.principal)})`.execute(ctx.db)
  return rows[0] ?? null
}

/** The version that came before another one of a package, of its own track or for everybody, to go back to. */
export async function versionBefore(
  ctx: Named,
  { appId, code }: { readonly appId: string; readonly code: number },
): Promise<AppTask | null> {
  const { rows } =
    await sql<Version>`${versions} where app.id = ${appId} and apk.version_code < ${code}
    and apk.deleted_at is null and app.deleted_at is null and apk.state = any(${[...offered]}::text[])
    and (apk.track = 'PRODUCTION' or apk.track = (select own.track from apk own
      where own.app_id = app.id and own.version_code = ${code} and own.deleted_at is null limit 1))
    and app.id in (select row.id from app as row where ${nameableApps.rows(ctx.principal)})
    order by apk.version_code desc limit 1`.execute(ctx.db)
  const [version] = rows
  if (!version) return null
  return installOf(version, { ...plainInstall, downgrade: true })
}
