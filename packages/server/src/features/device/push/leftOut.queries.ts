import {
  type CommandName,
  commandFeatures,
  commandNames,
  type ItemState,
  lifecycles,
  permittedPerState,
  type PushKind,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { mayCall, type Principal } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { lookupIn } from '../filter/lookup.ts'
import { appGates } from './appGates.queries.ts'
import { permittedIn } from '../lifecycle.rules.ts'
import { rulesOf } from '../matrix/rules.queries.ts'
import { upgradeGates } from './upgradeGates.queries.ts'

/** What is wanted, as far as it decides for whom it is. */
export interface Wanted {
  readonly pushId: string | null
  readonly kind: PushKind
  readonly args: object
  readonly needOnline: boolean
  /** Who wants it, as far as it comes of somebody: he may have the right to serve terminals in repair. */
  readonly by: Pick<Principal, 'kind' | 'isSuperAdmin' | 'permissions'> | null
}

/** Why a push passes by a terminal. */
interface LeftOut {
  readonly when: Condition
  readonly code: string
}

/** The gates that can be said in SQL, each a condition over `device`, in the order in which they are met. */
export async function leftOutGates(db: Context['db'], wanted: Wanted): Promise<LeftOut[]> {
  const gates: LeftOut[] = [
    { when: sql<SqlBool>`device.status = 0`, code: 'S608' },
    {
      when: sql<SqlBool>`not device.lifecycle = any(${statesFor(wanted.kind)}::text[])`,
      code: 'S604',
    },
    ...forDepots(wanted),
    ...(await unsupported(db, wanted)),
    ...notAllowed(wanted),
    ...(await appGates(db, wanted.kind, wanted.args)),
    ...(await upgradeGates(db, wanted.kind, wanted.args)),
    ...(await pendingOf(db, wanted)),
  ]
  if (wanted.needOnline)
    gates.push({
      when: sql<SqlBool>`not exists (select from device_online online where online.device_id = device.id)`,
      code: 'OFFLINE',
    })
  return gates
}

/** The code of the first gate that is shut, or null, as one value over `device`. */
export async function leftOutCode(
  db: Context['db'],
  wanted: Wanted,
): Promise<RawBuilder<string | null>> {
  const gates = await leftOutGates(db, wanted)
  const cases = gates.map(({ when, code }) => sql`when ${when} then ${code}::text`)
  return sql<string | null>`case ${sql.join(cases, sql` `)} end`
}

/** The state that an item begins and ends in where a gate is shut. */
export const leftOutState = (code: RawBuilder<unknown>): RawBuilder<ItemState> =>
  sql<ItemState>`case ${code} when 'S607' then 'DUPLICATE' when 'OFFLINE' then 'OFFLINE_SKIPPED' else 'FILTERED' end`

const isCommand = (kind: PushKind): kind is CommandName =>
  commandNames.some((name) => name === kind)

/** The states of a terminal's life that permit it. */
const statesFor = (kind: PushKind): readonly string[] =>
  lifecycles.filter((state) => {
    const { commands, tasks } = permittedPerState[state]
    return isCommand(kind) ? commands.includes(kind) : tasks.includes(kind)
  })

/** Terminals that are served only by who has the right to it. */
function forDepots({ kind, by }: Wanted): LeftOut[] {
  const states = statesFor(kind).filter((state) => {
    const { permission } = permittedIn(state)
    return permission !== null && !(by && mayCall(by, permission))
  })
  if (states.length === 0) return []
  return [{ when: sql<SqlBool>`device.lifecycle = any(${states}::text[])`, code: 'S612' }]
}

const launched = z.object({ opt: z.object({ launcher: z.literal(true) }) })

/** What a terminal must be able to do for it; null: nothing that a vendor speaks of. */
function featureFor({ kind, args }: Wanted): string | null {
  if (isCommand(kind)) return commandFeatures[kind]
  return launched.safeParse(args).success ? commandFeatures.SET_LAUNCHER : null
}

/** Models, and versions of agent and firmware on them, that do not do it by the matrices of their vendors. */
async function unsupported(db: Context['db'], wanted: Wanted): Promise<LeftOut[]> {
  const code = featureFor(wanted)
  if (code === null) return []
  const rules = await rulesOf(db, { codes: [code], models: sql<SqlBool>`true` })
  const lookup = lookupIn(db)
  const conditions: Condition[] = []
  for (const { modelId, support, minAgent, minFirmware } of rules) {
    const parts: Condition[] = support === 'NO' ? [sql<SqlBool>`true`] : []
    const limits = [
      ['AGENT', 'agent_version', minAgent],
      ['FIRMWARE', 'firmware', minFirmware],
    ] as const
    for (const [measure, column, least] of limits)
      if (least !== null && support !== 'NO')
        parts.push(
          sql<SqlBool>`${sql.ref(`device.${column}`)} = any(${[...(await lookup.versions(measure, 'older', least))]}::text[])`,
        )
    if (parts.length > 0)
      conditions.push(
        sql<SqlBool>`(device.model_id = ${modelId} and (${sql.join(parts, sql` or `)}))`,
      )
  }
  if (conditions.length === 0) return []
  return [{ when: sql<SqlBool>`(${sql.join(conditions, sql` or `)})`, code: 'C401' }]
}

/** Models whose vendor does not allow the command line. */
function notAllowed({ kind, args }: Wanted): LeftOut[] {
  if (kind !== 'SHELL') return []
  const command = 'command' in args ? String(args.command) : ''
  const when = sql<SqlBool>`not exists (select from model join vendor on vendor.id = model.vendor_id
    where model.id = device.model_id and ${command} = any(vendor.shell_commands))`
  return [{ when, code: 'C402' }]
}

const gated = z.object({ gate: z.object({ versionId: z.string() }) })
const versionIdIn = (args: object): string => z.parse(gated, args).gate.versionId

/** Over `push`: it wants the same. Of an application that is its version, however it is to be brought. */
function isSame(kind: PushKind, args: object): Condition {
  if (isCommand(kind)) return sql<SqlBool>`push.args = ${JSON.stringify(args)}::jsonb`
  if (kind === 'UPGRADE')
    return sql<SqlBool>`push.args #>> '{gate,versionId}' = ${versionIdIn(args)}`
  const { pkg = null, vc = null }: { pkg?: unknown; vc?: unknown } = args
  return sql<SqlBool>`push.args ->> 'pkg' = ${pkg} and (push.args ->> 'vc')::bigint is not distinct from ${vc}::bigint`
}

/** Other pushes of the same that are asked one by one; of more, each terminal is asked. */
const mostAsked = 5

/** The same is under way already, by whichever push. Mostly there is no other, and no terminal is asked. */
async function pendingOf(db: Context['db'], { pushId, kind, args }: Wanted): Promise<LeftOut[]> {
  const { rows } = await sql<{
    id: string
  }>`select push.id from push where ended_at is null and kind = ${kind}
    and ${isSame(kind, args)} and id is distinct from ${pushId}::uuid
    limit ${mostAsked + 1}`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const same =
    rows.length > mostAsked
      ? sql<SqlBool>`pending.push_id is distinct from ${pushId}::uuid and exists (select from push
          where push.id = pending.push_id and ${isSame(kind, args)})`
      : sql<SqlBool>`pending.push_id = any(${ids}::uuid[])`
  const when = sql<SqlBool>`exists (select from push_item pending
    where pending.device_id = device.id and pending.cmd = ${kind} and pending.ended_at is null
      and pending.state <> 'CANCELLING' and ${same})`
  return [{ when, code: 'S607' }]
}
