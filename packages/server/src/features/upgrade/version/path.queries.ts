import { type ParsedOf, type ReplyOf, upgradeParts, type upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope, nameableVersions } from '../../device/index.ts'
import { newestOf, type PathVersion, type Running, shortestPath, stepsOf } from './path.rules.ts'

const need = z.object({ kind: z.enum(upgradeParts), version: z.string() })

/** Versions of a model that a way may be made of. */
async function versionsFor(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  modelId: string,
  hardware: string | null,
): Promise<PathVersion[]> {
  const { rows } =
    await sql<PathVersion>`select id, kind, name, version_name, is_diff, from_versions,
      forbidden_from, min_agent, needs, bytes
    from upgrade_version_row where ${modelId}::uuid = any(model_ids) and state = 'ONLINE' and status = 1
      and deleted_at is null and ${nameableVersions.rows(principal)}
      and (hardware = '{}' or ${hardware}::text is null or ${hardware} = any(hardware))
    order by version_key(version_name) desc nulls last, id limit 500`.execute(db)
  return rows.map((row) => ({ ...row, needs: z.parse(z.array(need), row.needs) }))
}

interface Told {
  readonly running: Running
  /** The revision of its hardware. */
  readonly hardware: string | null
}

const nothingTold: Told = { running: {}, hardware: null }
const toldParts = z.partialRecord(z.enum(upgradeParts), z.string())

/** What a terminal that the caller sees has told of itself. */
async function toldBy({ db, principal }: Context, id: string): Promise<Told> {
  const { rows } = await sql<{
    firmware: string | null
    agent: string | null
    hardware: string | null
    parts: unknown
  }>`select device.firmware, device.agent_version as agent, told.document ->> 'hw' as hardware,
      coalesce(told.document -> 'parts', '{}') as parts
    from device left join device_snapshot told on told.device_id = device.id and told.kind = 'info'
    where device.id = ${id} and device.deleted_at is null and ${deviceScope.rows(principal)}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw notFound()
  const { firmware, agent, hardware, parts } = row
  const running = {
    ...toldParts.safeParse(parts).data,
    ...(firmware !== null && { FIRMWARE: firmware }),
    ...(agent !== null && { AGENT: agent }),
  }
  return { running, hardware }
}

type Asked = ParsedOf<typeof upgradeVersions.path>['query']

/** The shortest way to the newest version of a part, or to the one that is asked for; from what a terminal has, where one is named. */
export async function findPath(
  ctx: Context,
  { modelId, kind, to, deviceId, ...said }: Asked,
): Promise<ReplyOf<typeof upgradeVersions.path>> {
  const told = deviceId === undefined ? nothingTold : await toldBy(ctx, deviceId)
  const running: Running = {
    ...told.running,
    ...(said.agent !== undefined && { AGENT: said.agent }),
    ...(said.from !== undefined && { [kind]: said.from }),
  }
  const hardware = said.hardware ?? told.hardware
  const asked = { from: running[kind] ?? null, agent: running.AGENT ?? null, hardware }
  const versions = await versionsFor(ctx, modelId, hardware)
  const target = to ?? newestOf(versions.filter((version) => version.kind === kind))
  if (target === null) return { ...asked, to: null, steps: [], isReachable: false }
  const path = shortestPath(versions, { running, kind, to: target })
  return { ...asked, to: target, steps: stepsOf(path ?? [], running), isReachable: path !== null }
}
