import { type ParsedOf, type ReplyOf, upgradeParts, type upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { newestOf, type PathVersion, type Running, shortestPath, stepsOf } from './path.rules.ts'
import { nameableVersions } from './versionScope.ts'

const need = z.object({ kind: z.enum(upgradeParts), version: z.string() })

/** Versions of a model that a way may be made of. */
async function versionsFor(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  modelId: string,
  hardware: string | undefined,
): Promise<PathVersion[]> {
  const { rows } =
    await sql<PathVersion>`select id, kind, name, version_name, is_diff, from_versions,
      forbidden_from, min_agent, needs, bytes
    from upgrade_version_row where ${modelId}::uuid = any(model_ids) and state = 'ONLINE' and status = 1
      and deleted_at is null and ${nameableVersions.rows(principal)}
      and (hardware = '{}' or ${hardware ?? null}::text is null or ${hardware ?? null} = any(hardware))
    order by version_key(version_name) desc nulls last, id limit 500`.execute(db)
  return rows.map((row) => ({ ...row, needs: z.parse(z.array(need), row.needs) }))
}

type Asked = ParsedOf<typeof upgradeVersions.path>['query']

/** The shortest way to the newest version of a part, or to the one that is asked for. */
export async function findPath(
  ctx: Context,
  { modelId, kind, from, to, agent, hardware }: Asked,
): Promise<ReplyOf<typeof upgradeVersions.path>> {
  const versions = await versionsFor(ctx, modelId, hardware)
  const target = to ?? newestOf(versions.filter((version) => version.kind === kind))
  if (target === null) return { to: null, steps: [], isReachable: false }
  const running: Running = {
    ...(agent !== undefined && { AGENT: agent }),
    ...(from !== undefined && { [kind]: from }),
  }
  const path = shortestPath(versions, { running, kind, to: target })
  return { to: target, steps: stepsOf(path ?? [], running), isReachable: path !== null }
}
