import { codes, countCap, type FunctionalStanding, type ProfileStand } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { configurationOf } from '../settings/configuration.rules.ts'
import { countTargets, readSettings } from './functional.queries.ts'
import { settingsOf, type Target } from './functional.rules.ts'
import { levelOf } from './functionalBin.ts'
import { functionalScope } from './functionalScope.ts'

/** What of a call says which profiles its caller sees. */
type Asking = Pick<Context, 'db' | 'principal'>

/** A profile in force. */
interface InForce extends Target {
  readonly id: string
  /** Whoever has confirmed settings under a lower number has not got this revision. */
  readonly mark: number
  /** What of the configuration it says something about, as terminals name it. */
  readonly members: readonly string[]
}

/** A profile that the caller sees, if it is in force. */
async function findInForce({ db, principal }: Asking, id: string): Promise<InForce | null> {
  const { rows } = await sql<
    Omit<InForce, 'members'> & { level: string; settings: unknown }
  >`select row.id, row.level, row.org_id, row.model_id, row.group_id, row.device_id, told.settings,
      coalesce((select mark.settings_rev from functional_mark mark where mark.target =
        functional_target(row.level, row.org_id, row.model_id, row.group_id, row.device_id)), 0) as mark
    from functional as row
      join functional_revision told on told.functional_id = row.id and told.revision = row.revision
    where row.id = ${id} and row.status = 1 and row.deleted_at is null
      and ${functionalScope.rows(principal)}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { settings, ...found } = row
  return { ...found, level: levelOf(row), members: membersOf(settings) }
}

function membersOf(kept: unknown): readonly string[] {
  const settings = settingsOf(readSettings(kept))
  const members = Object.keys(configurationOf(settings, 0))
  // Every configuration has one, whoever says it.
  return settings.heartbeatSeconds === undefined
    ? members.filter((member) => member !== 'heartbeatSeconds')
    : members
}

/** At most so many terminals are at its target, and below an organisation: by the counts that are kept. */
async function mostAt(ctx: Asking, profile: InForce, orgId: string | undefined): Promise<number> {
  const within = {
    level: profile.modelId ? 'MODEL' : 'ORGANIZATION',
    groupId: null,
    deviceId: null,
  } as const
  const places = orgId === undefined ? [] : [{ ...profile, ...within, id: orgId, orgId }]
  const counts = await countTargets(ctx, [profile, ...places])
  return Math.min(...counts.values())
}

const below = (orgId: string | null): Condition =>
  sql<SqlBool>`device.org_id in (select below.id from organization top
    join organization below on below.path <@ top.path where top.id = ${orgId})`

/** A row of `device` is at the target of a profile. */
function isAt({ level, orgId, modelId, groupId, deviceId }: Target): Condition {
  switch (level) {
    case 'PLATFORM':
      return sql<SqlBool>`true`
    case 'ORGANIZATION':
      return below(orgId)
    case 'MODEL':
      return allOf([below(orgId), sql<SqlBool>`device.model_id = ${modelId}`])
    case 'GROUP':
      return sql<SqlBool>`device.id in (select member.device_id from device_group_member member
        where member.group_id = ${groupId})`
    case 'DEVICE':
      return sql<SqlBool>`device.id = ${deviceId}`
  }
}

/** The number since which a terminal `own` is where a profile holds; null: it always was. */
function cameUnder({ level, orgId }: Target): RawBuilder<unknown> {
  if (level === 'PLATFORM' || level === 'DEVICE') return sql`null`
  if (level === 'GROUP')
    return sql`greatest(
      (select mark.settings_rev from functional_mark mark where mark.target = 'D' || own.id),
      (select max(regrouped.settings_rev) from settings_regrouped regrouped where regrouped.device_id = own.id))`
  // It moved, or one of the organisations did that are between it and the profile's.
  return sql`greatest(own.settings_rev, (select max(mid.settings_rev) from organization here
    join organization mid on mid.path @> here.path join organization top on mid.path <@ top.path
    where here.id = own.org_id and top.id = ${orgId} and mid.id <> top.id))`
}

/** How a row of `device` stands to a profile that it is at the target of: see `profileStands`. */
const standTo = (profile: InForce): RawBuilder<string> => sql<string>`(select case
    when state.cfg_rev is null then 'SILENT'
    when state.cfg_rev < greatest(${profile.mark}::integer, ${cameUnder(profile)}) then 'BEHIND'
    when told.document -> 'settings' -> 'rev' = to_jsonb(state.cfg_rev)
      and told.document -> 'settings' -> 'refused' ?| ${[...profile.members]}::text[] then 'REFUSED'
    else 'HELD' end
  from device own left join device_state state on state.device_id = own.id
    left join device_snapshot told on told.device_id = own.id and told.kind = 'info'
  where own.id = device.id)`

interface Sought {
  readonly profileId?: string | undefined
  readonly profileStand?: ProfileStand | undefined
  readonly orgId?: string | undefined
}

/**
 * Terminals where a profile is in force, and how they stand to it. That is found out terminal by terminal: of a
 * profile that is for more than are counted nobody is looked at.
 */
export async function standsTo(
  ctx: Asking,
  { profileId, profileStand, orgId }: Sought,
): Promise<Condition[]> {
  if (profileId === undefined && profileStand === undefined) return []
  const profile = profileId === undefined ? null : await findInForce(ctx, profileId)
  if (!profile) return [sql<SqlBool>`false`]
  if (profileStand === undefined) return [isAt(profile)]
  if ((await mostAt(ctx, profile, orgId)) > countCap)
    throw new Refusal(codes.warning, 'functional.standingTooMany', { params: { most: countCap } })
  return [isAt(profile), sql<SqlBool>`${standTo(profile)} = ${profileStand}`]
}

const noStands = { HELD: 0, BEHIND: 0, SILENT: 0, REFUSED: 0 }

/** How many of the caller's terminals stand how to a profile, as {@link standsTo} finds them. */
export async function standingOf(
  ctx: Asking,
  id: string,
  orgId: string | undefined,
): Promise<FunctionalStanding> {
  const profile = await findInForce(ctx, id)
  if (!profile) return { count: 0, stands: noStands }
  const most = await mostAt(ctx, profile, orgId)
  if (most > countCap) return { count: most, stands: null }
  const where = allOf([isAt(profile), ...(orgId === undefined ? [] : [below(orgId)])])
  const { rows } = await sql<{
    stand: ProfileStand
    count: number
  }>`select stand, count(*)::integer as count
    from (select ${standTo(profile)} as stand from device
      where device.deleted_at is null and ${deviceScope.rows(ctx.principal)} and ${where}) as judged
    group by 1`.execute(ctx.db)
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    stands: { ...noStands, ...Object.fromEntries(rows.map(({ stand, count }) => [stand, count])) },
  }
}
