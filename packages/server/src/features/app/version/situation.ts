import { type AppOsKind, packageRules } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { readSetting } from '../../system/setting/index.ts'
import { appScope } from '../appScope.ts'
import type { Predecessor, Situation } from './apk.rules.ts'

/** The application that a version is of, locked until the commit: its versions are made one by one. */
export interface OwnApp {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly package: string
  readonly osKind: AppOsKind
  readonly appType: string
  readonly icon: string | null
  readonly modelIds: readonly string[]
  readonly status: number
}

/** The application that a version is of; refuses one that is gone, or that the caller does not see. */
export async function lockApp(ctx: Context, id: string): Promise<OwnApp> {
  const { rows } = await sql<OwnApp>`select * from app where id = ${id} and deleted_at is null
    and ${appScope.rows(ctx.principal)} for no key update`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

interface Planned {
  readonly app: OwnApp
  /** The version itself, where it is there already. */
  readonly apkId: string | null
  readonly isRollback: boolean
  readonly modelIds: readonly string[]
}

/** What a package is judged by as a version of an application. */
export async function situationOf(ctx: Context, planned: Planned): Promise<Situation> {
  const { app, apkId, isRollback, modelIds } = planned
  const { rows: before } = await sql<Predecessor>`select version_code, version_name, signer_sha256,
      lineage from apk
    where app_id = ${app.id} and id is distinct from ${apkId}::uuid and deleted_at is null
      and state not in ('CHECK_FAILED', 'REJECTED') order by version_code desc limit 1`.execute(
    ctx.db,
  )
  const named = modelIds.length > 0 ? modelIds : app.modelIds
  const { rows: models } = await sql<{ name: string; cpuAbi: string | null }>`select name, cpu_abi
    from model where id = any(${[...named]}::uuid[]) order by name`.execute(ctx.db)
  const rules = await readSetting(ctx.db, packageRules)
  return { isRollback, last: before[0] ?? null, rules, models }
}
