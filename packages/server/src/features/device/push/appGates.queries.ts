import { fetchedApkStates, type PushKind } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { lookupIn } from '../filter/lookup.ts'
import { policySpeaks } from './policyReach.queries.ts'

/** What an application task says of itself that the platform judges by. */
const appArgs = z.object({
  pkg: z.string(),
  vc: z.optional(z.int()),
  artifact: z.optional(z.object({ size: z.number() })),
  gate: z.object({
    /** None of a package that the platform does not know. */
    appId: z.optional(z.string()),
    /** What belongs to the system of a terminal stays there. */
    keepsSystem: z.optional(z.boolean()),
    apkId: z.optional(z.string()),
    osKind: z.optional(z.string()),
    modelIds: z.optional(z.array(z.string())),
    minSdk: z.optional(z.nullable(z.int())),
    abis: z.optional(z.array(z.string())),
    signer: z.optional(z.nullable(z.string())),
    /** Signers that have handed their place to this one. */
    lineage: z.optional(z.array(z.string())),
    isDowngrade: z.optional(z.boolean()),
    minAgent: z.optional(z.nullable(z.string())),
    /** The code that what is installed must have at least. */
    minPreviousCode: z.optional(z.nullable(z.int())),
    /** Packages that must be installed beside it, from which code. */
    dependencies: z.optional(z.array(z.object({ package: z.string(), code: z.int() }))),
    /** What it must be able to do. */
    featureIds: z.optional(z.array(z.string())),
  }),
  opt: z.optional(z.object({ uninstallFirst: z.optional(z.boolean()) })),
})

/** The application as it is installed, under a further condition. */
const installed = (pkg: string, more: Condition): Condition =>
  sql<SqlBool>`exists (select from device_app app where app.device_id = device.id and app.package = ${pkg} and ${more})`

/** A condition over `device` under which it is passed by, and the code that says so. */
interface Gated {
  readonly when: Condition
  readonly code: string
}

/** Why a terminal is not brought an application, or need not be: over `device`, the first that holds counts. */
export async function appGates(db: Context['db'], kind: PushKind, args: object): Promise<Gated[]> {
  if (kind !== 'APP_INSTALL' && kind !== 'APP_UNINSTALL') return []
  const { pkg, vc = 0, gate, opt, artifact } = z.parse(appArgs, args)
  if (kind === 'APP_UNINSTALL')
    return [
      { when: sql<SqlBool>`not ${installed(pkg, sql<SqlBool>`true`)}`, code: 'I202' },
      ...(gate.keepsSystem
        ? [{ when: installed(pkg, sql<SqlBool>`app.source = 'SYSTEM'`), code: 'I214' }]
        : []),
    ]
  const { modelIds = [], signer = null, lineage = [], osKind, isDowngrade = false } = gate
  const gates = [
    { when: installed(pkg, sql<SqlBool>`app.version_code = ${vc}`), code: 'I202' },
    ...(await ofSigner(db, { pkg, signer, lineage, ownId: opt?.uninstallFirst && gate.appId })),
    ...(isDowngrade
      ? []
      : [{ when: installed(pkg, sql<SqlBool>`app.version_code > ${vc}`), code: 'I203' }]),
  ]
  gates.unshift(...ofSystem(gate), ...(await ofAgent(db, gate)))
  gates.push(...ofOthers(pkg, gate))
  if (artifact) gates.push(ofSpace(Math.ceil((2 * artifact.size) / mebibyte)))
  if (modelIds.length > 0)
    gates.unshift({
      when: sql<SqlBool>`not device.model_id = any(${modelIds}::uuid[])`,
      code: 'I205',
    })
  if (osKind)
    gates.unshift({
      when: sql<SqlBool>`not device.model_id in (select model.id from model
        join category on category.id = model.category_id where category.os_kind = ${osKind})`,
      code: 'I205',
    })
  // Nothing decides against what is prohibited, however near it is.
  const isProhibited = sql<SqlBool>`policy.policy = 'PROHIBITED'`
  const prohibited =
    gate.appId === undefined ? null : await policySpeaks(db, gate.appId, isProhibited)
  if (prohibited) gates.unshift({ when: prohibited, code: 'C402' })
  if (gate.apkId !== undefined) gates.unshift(...(await ofStanding(db, gate.apkId)))
  return gates
}

interface Signed {
  readonly pkg: string
  readonly signer: string | null
  readonly lineage: readonly string[]
  /** The application of which what is installed is removed first. */
  readonly ownId: string | false | undefined
}

/**
 * Terminals where somebody else signed what is installed: not this signer, nor one that handed it on to him. What
 * is removed first is not compared where it is of the same application.
 */
async function ofSigner(db: Context['db'], { pkg, signer, lineage, ownId }: Signed) {
  if (signer === null) return []
  const isOthers = installed(pkg, sql<SqlBool>`app.signer <> all(${[signer, ...lineage]}::text[])`)
  const when = ownId ? sql<SqlBool>`${isOthers} and not ${await isOf(db, pkg, ownId)}` : isOthers
  return [{ when, code: 'I204' }]
}

/**
 * Whether what a terminal has of a package is of an application: the one that its organisation or those above it
 * have of that name, else one of which a signer of the installed one has signed a version for everybody.
 */
async function isOf(db: Context['db'], pkg: string, appId: string): Promise<Condition> {
  const { rows } = await sql<{ path: string; signers: string[] | null }>`select place.path,
      (select array_agg(distinct left(signer, 16)) from apk cross join unnest(array_append(apk.lineage, apk.signer_sha256)) signer
        where apk.app_id = app.id and apk.deleted_at is null
          and (apk.published_at is not null or apk.state = any(${[...fetchedApkStates]}::text[]))) as signers
    from app join organization place on place.id = app.org_id where app.id = ${appId}`.execute(db)
  const [app] = rows
  if (!app) return sql<SqlBool>`false`
  const known = installed(pkg, sql<SqlBool>`app.signer = any(${app.signers ?? []}::text[])`)
  const others = sql<SqlBool>`exists (select from organization place join app near on near.org_id = place.id
      join app own on own.id = ${appId} and own.os_kind = near.os_kind
    where place.path @> here.path and lower(near.package) = lower(${pkg}) and near.deleted_at is null and near.id <> own.id)`
  return sql<SqlBool>`exists (select from organization here where here.id = device.org_id
    and case when here.path <@ ${app.path}::ltree then ${known} or not ${others} else ${known} and not ${others} end)`
}

type Gate = z.output<typeof appArgs>['gate']

/** Terminals whose agent is too old for it, and models that cannot do what it needs. */
async function ofAgent(
  db: Context['db'],
  { minAgent = null, featureIds = [] }: Gate,
): Promise<Gated[]> {
  const gates: Gated[] = []
  if (minAgent !== null) {
    const older = await lookupIn(db).versions('AGENT', 'older', minAgent)
    gates.push({
      when: sql<SqlBool>`device.agent_version = any(${[...older]}::text[])`,
      code: 'C401',
    })
  }
  // As the store has it: a model has its own, else those of its category.
  if (featureIds.length > 0)
    gates.push({
      when: sql<SqlBool>`not device.model_id in (select model.id from model
        join category on category.id = model.category_id
        where coalesce(nullif(model.feature_ids, '{}'), category.feature_ids) @> ${[...featureIds]}::uuid[])`,
      code: 'I207',
    })
  return gates
}

/** Terminals that have not what must be there before: a version of it to come from, or other packages. */
function ofOthers(pkg: string, { minPreviousCode = null, dependencies = [] }: Gate): Gated[] {
  const previous =
    minPreviousCode === null
      ? []
      : [
          {
            when: sql<SqlBool>`not ${installed(pkg, sql<SqlBool>`app.version_code >= ${minPreviousCode}`)}`,
            code: 'I208',
          },
        ]
  return [
    ...previous,
    ...dependencies.map((other) => ({
      when: sql<SqlBool>`not ${installed(other.package, sql<SqlBool>`app.version_code >= ${other.code}`)}`,
      code: 'I209',
    })),
  ]
}

const mebibyte = 1024 * 1024

/** The package and what is unpacked of it lie beside each other; the terminal itself looks again. */
const ofSpace = (freeMb: number): Gated => ({
  when: sql<SqlBool>`exists (select from device_state state where state.device_id = device.id
    and state.free_mb < ${freeMb})`,
  code: 'D107',
})

/** Terminals whose system or processor does not run it; one that does not say what it has may. */
function ofSystem({ minSdk = null, abis = [] }: Gate): Gated[] {
  const told = (holds: Condition) =>
    sql<SqlBool>`exists (select from device_snapshot told where told.device_id = device.id
      and told.kind = 'info' and ${holds})`
  const gates: Gated[] = []
  if (minSdk !== null)
    gates.push({
      when: told(sql<SqlBool>`(told.document ->> 'sdk')::integer < ${minSdk}`),
      code: 'I206',
    })
  if (abis.length > 0)
    gates.push({
      when: told(sql<SqlBool>`jsonb_array_length(told.document -> 'abis') > 0
        and not told.document -> 'abis' ?| ${[...abis]}::text[]`),
      code: 'I206',
    })
  return gates
}

/**
 * Terminals that a version is not for now: all, where it has been taken away since it was wanted; all
 * but those of its test track, where it is being tried.
 */
async function ofStanding(db: Context['db'], apkId: string): Promise<Gated[]> {
  const { rows } = await sql<{ isOffered: boolean; isTested: boolean }>`select
      state = any(${[...fetchedApkStates]}::text[]) as is_offered,
      state = 'SIGNED' and is_in_test(id) as is_tested
    from apk where id = ${apkId} and deleted_at is null`.execute(db)
  if (rows[0]?.isOffered) return []
  return rows[0]?.isTested
    ? [{ when: sql<SqlBool>`not is_testing(${apkId}::uuid, device.id)`, code: 'I217' }]
    : [{ when: sql<SqlBool>`true`, code: 'S605' }]
}
