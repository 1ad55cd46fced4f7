import {
  appsPath,
  type apks,
  codes,
  editableApkStates,
  type PackageFacts,
  type ParsedOf,
  pendingApkStates,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { holdFile } from '../../file/upload/index.ts'
import { requireNamedRecords } from '../namedRecords.ts'
import { type Judged, judgedContent, withJudged } from '../package/judged.ts'
import { problemsOf, templateProblems } from './apk.rules.ts'
import { storedApks } from './apkBin.ts'
import { requireTemplates } from './broughtTemplates.ts'
import { heldBy } from './heldBy.ts'
import { lockApp, type OwnApp, situationOf } from './situation.ts'
import { noteSteps } from './trail.ts'

type NewApk = ParsedOf<typeof apks.add>['body']
type ChangedApk = ParsedOf<typeof apks.update>['body']

/** How a version is answered once it is written. */
type Show<T> = (ctx: Context, id: string) => Promise<T>

/** Makes a version of a stored file, and says what stands in its way. */
export const addApk = <T>(ctx: Context, body: NewApk, show: Show<T>) =>
  withJudged(ctx, body, async (after, judged) => {
    const app = await lockApp(after, body.appId)
    const values = await valuesOf(after, { app, body, judged, before: null })
    const made = await storedApks.add(after, values)
    await holdContent(after, app, made)
    const states = [null, 'DRAFT', values.state]
    await noteSteps(after, { apkId: made.id, states, by: after.principal.userId })
    await lendIcon(after, app, judged.facts)
    after.changed(appsPath, [app.id], [app.orgId])
    return show(after, made.id)
  })

/** Writes a version anew that nobody judges now; it is checked once more. */
export async function updateApk<T>(ctx: Context, body: ChangedApk, show: Show<T>) {
  const before = await storedApks.find(ctx, body.id)
  if (body.appId !== before.appId) throw new Refusal(codes.warning, 'apk.otherApp')
  const change = async (after: Context, judged: Judged) => {
    const app = await lockApp(after, body.appId)
    const now = await storedApks.find(after, body.id)
    const { state } = now
    if (!editableApkStates.some((one) => one === state))
      throw new Refusal(codes.wrongState, 'apk.fixed', { data: { state } })
    const values = await valuesOf(after, { app, body, judged, before: now })
    const { id, version } = body
    const made = await storedApks.update(after, { ...values, id, version })
    if (body.fileId !== before.fileId) await holdContent(after, app, made)
    const states = [state, 'DRAFT', values.state]
    await noteSteps(after, { apkId: id, states, by: after.principal.userId })
    after.changed(appsPath, [app.id], [app.orgId])
    return show(after, id)
  }
  if (body.fileId !== before.fileId) return withJudged(ctx, body, change)
  const file = await ownContent(ctx, before.fileId)
  return judgedContent(ctx, { file, signature: body.signature, appId: body.appId }, change)
}

/** The file that a version has already: whoever may write the version need not see the upload. */
async function ownContent({ db }: Context, id: string) {
  const { rows } = await sql<Judged['file']>`select name, bytes, sha256 from upload
    where id = ${id} and state = 'STORED'`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

interface Wish {
  readonly app: OwnApp
  readonly body: NewApk
  readonly judged: Judged
  /** The version that is written anew. */
  readonly before: { readonly id: string; readonly paramTemplateIds: readonly string[] } | null
}

async function valuesOf(ctx: Context, { app, body, judged: { facts }, before }: Wish) {
  const apkId = before?.id ?? null
  await requireNamedRecords(ctx, { modelIds: body.modelIds })
  requireOwn(app, facts)
  await refusePending(ctx, app, apkId)
  const versionCode = facts.versionCode ?? (await nextCode(ctx, app, apkId))
  await refuseTaken(ctx, { appId: app.id, versionCode, apkId })
  const { isRollback, modelIds, dependencies, paramTemplateIds: ids, ...wishes } = body
  await requireTemplates(ctx, { app, versionCode, ids, before: before?.paramTemplateIds ?? [] })
  const situation = await situationOf(ctx, { app, apkId, isRollback, modelIds })
  const problems = [...problemsOf(facts, situation), ...templateProblems(app, ids)]
  return {
    ...pickedFrom(wishes),
    isRollback,
    modelIds,
    paramTemplateIds: [...new Set(ids)],
    dependencies: JSON.stringify(dependencies),
    ...columnsOf(facts),
    versionCode,
    problems: JSON.stringify(problems),
    state: problems.length > 0 ? ('CHECK_FAILED' as const) : ('READY' as const),
  }
}

/** What a form says beside what is judged; not whose form it is. */
const pickedFrom = (
  wishes: Omit<NewApk, 'isRollback' | 'modelIds' | 'dependencies' | 'paramTemplateIds'>,
) => ({
  appId: wishes.appId,
  fileId: wishes.fileId,
  signature: wishes.signature,
  releaseNotes: wishes.releaseNotes,
  track: wishes.track,
  uninstallFirst: wishes.uninstallFirst,
  forceUpdate: wishes.forceUpdate,
  minAgent: wishes.minAgent,
  minPreviousCode: wishes.minPreviousCode,
})

const columnsOf = (facts: PackageFacts) => ({
  versionName: facts.versionName,
  label: facts.label,
  signerSha256: facts.signer?.sha256 ?? null,
  lineage: facts.lineage,
  schemes: facts.schemes,
  minSdk: facts.minSdk,
  targetSdk: facts.targetSdk,
  abis: facts.abis,
  permissions: facts.permissions,
  features: facts.features,
  locales: facts.locales,
  isDebuggable: facts.isDebuggable,
})

/** A package of another application, or for another system, becomes no version of this one. */
function requireOwn(app: OwnApp, { packageName, osKind }: PackageFacts): void {
  if (osKind !== app.osKind) throw fieldRefusal('fileId', 'apk.otherSystem')
  if (packageName !== app.package)
    throw fieldRefusal('fileId', 'apk.otherPackage', { found: packageName, wanted: app.package })
}

/** One at a time is made and judged. */
async function refusePending({ db }: Context, { id }: OwnApp, apkId: string | null): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version_name as version from apk
    where app_id = ${id} and id is distinct from ${apkId}::uuid and deleted_at is null
      and state = any(${[...pendingApkStates]}) limit 1`.execute(db)
  const [pending] = rows
  if (pending) throw new Refusal(codes.warning, 'apk.pending', { params: { ...pending } })
}

interface Numbered {
  readonly appId: string
  readonly versionCode: number
  readonly apkId: string | null
}

async function refuseTaken({ db }: Context, { appId, versionCode, apkId }: Numbered) {
  const { rows } = await sql`select from apk where app_id = ${appId} and deleted_at is null
    and version_code = ${versionCode} and id is distinct from ${apkId}::uuid`.execute(db)
  if (rows.length > 0) throw fieldRefusal('fileId', 'apk.codeTaken', { code: versionCode })
}

/** Packages without a code of their own are counted, those in the recycle bin as well. */
async function nextCode({ db }: Context, { id }: OwnApp, apkId: string | null): Promise<number> {
  const { rows } = await sql<{ code: number }>`select coalesce(
      (select version_code from apk where id = ${apkId}::uuid),
      (select max(version_code) + 1 from apk where app_id = ${id}), 1) as code`.execute(db)
  return rows[0]?.code ?? 1
}

const holdContent = (ctx: Context, app: OwnApp, { id, fileId, versionName }: Content) =>
  holdFile(
    ctx,
    { usedBy: heldBy, usedId: id, name: `${app.name} ${versionName}` },
    { field: 'fileId', id: fileId, type: 'apk' },
  )

interface Content {
  readonly id: string
  readonly fileId: string
  readonly versionName: string
}

/** An application without a picture takes that of its package. */
async function lendIcon({ db }: Context, app: OwnApp, { icon }: PackageFacts): Promise<void> {
  if (app.icon !== null || icon === null) return
  await sql`update app set icon = ${icon} where id = ${app.id}`.execute(db)
}
