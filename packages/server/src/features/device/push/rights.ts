import {
  codes,
  commandPermissions,
  isCommandName,
  isJsonPackage,
  jsonDocuments,
  type KeptTargets,
  logFiles,
  logRules,
  type PushKind,
} from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coversScope } from '../../../access/grant.rules.ts'
import { mayCall, type Principal } from '../../../access/principal.ts'
import { placedNow } from '../../../access/reach.ts'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { itemScope } from './retry.queries.ts'

/** What is wanted, as far as it asks for a right of its own. */
interface Wanted {
  readonly kind: PushKind
  readonly args: object
}

const appArgs = z.object({
  opt: z.optional(
    z.object({
      force: z.optional(z.boolean()),
      downgrade: z.optional(z.boolean()),
      launcher: z.optional(z.boolean()),
    }),
  ),
})

/** Documents stand among parameters under a package of their own kind. */
const isDocument = (args: object): boolean => 'pkg' in args && isJsonPackage(String(args.pkg))

/** What whoever wants it needs beside the right to give and steer tasks. */
export function rightsOf({ kind, args }: Wanted): readonly string[] {
  if (isCommandName(kind)) return [commandPermissions[kind]]
  // What a plan may do is said by the plan's own calls.
  if (kind === 'UPGRADE') return []
  if (kind === 'PARAM') return isDocument(args) ? [jsonDocuments.push.permission] : []
  const { opt } = z.safeParse(appArgs, args).data ?? {}
  return [
    ...(opt?.force ? ['MQTT_APK_FORCE'] : []),
    ...(opt?.downgrade ? ['MQTT_APK_DOWNGRADE'] : []),
    // What a command of its own would ask for.
    ...(opt?.launcher ? [commandPermissions.SET_LAUNCHER] : []),
  ]
}

/** What the caller would need to give some pushes and does not hold. */
export const missingRight = (
  { principal }: Pick<Context, 'principal'>,
  wanted: readonly Wanted[],
): string | undefined => wanted.flatMap(rightsOf).find((code) => !mayCall(principal, code))

/** Who steers a push needs what he would need to give it. */
export function requireRights(ctx: Pick<Context, 'principal'>, wanted: readonly Wanted[]): void {
  const permission = missingRight(ctx, wanted)
  if (permission) throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
}

/** Whether whoever steered a push may steer it still: a part of what he wanted may be yet to come. */
export const mayStillSteer = (principal: Principal, wanted: Wanted): boolean => {
  return [controlOf(wanted.kind), ...rightsOf(wanted)].every((code) => mayCall(principal, code))
}

export function controlOf(kind: PushKind): string {
  if (kind === 'PARAM') return 'PARAM_PUSH'
  if (kind === 'UPGRADE') return 'RESULT_RETRY'
  return isCommandName(kind) ? 'MQTT_TASK_CONTROL' : 'MQTT_APK_CONTROL'
}

/** Logs are pulled by a call of their own, and by rules. */
const logGivers = [
  logFiles.pull.permission,
  logRules.add.permission,
  logRules.update.permission,
] as const

/** What lets somebody give a push: the call that it came of, or the policy or release that gave it for him. */
function givingRights({ kind, args, targets }: Wanted & { readonly targets: KeptTargets }) {
  if (targets.release) return ['ORG_APK_RELEASE']
  if (targets.plan) return ['PLAN_CONTROL', 'PLAN_ROLLBACK']
  if (kind === 'UPGRADE') return ['PLAN_CONTROL', 'PLAN_ROLLBACK']
  // It comes of what he has put in force.
  if (kind === 'PARAM') return ['PARAM_ACTIVATE', 'PARAM_PUSH', 'JSON_CONFIG_PUBLISH']
  if (kind === 'LOG_PULL') return ['MQTT_TASK_ADD', ...logGivers]
  if (isCommandName(kind)) return ['MQTT_TASK_ADD']
  // A way back is given by a call of its own.
  if (rightsOf({ kind, args }).includes('MQTT_APK_DOWNGRADE')) return ['MQTT_APK_DOWNGRADE']
  return targets.ids
    ? ['MQTT_APK_ADD', 'ORGANIZATION_APK_ADD', 'ORGANIZATION_APK_EDIT']
    : ['MQTT_APK_ADD']
}

/** Whether whoever wanted a push may want it still: a part of it may be yet to come. */
export function mayStillWant(
  principal: Principal,
  push: Wanted & { readonly targets: KeptTargets },
): boolean {
  const isGiver = givingRights(push).some((code) => mayCall(principal, code))
  // The way back of a release is a part of it.
  const needed = push.targets.release || push.targets.plan ? [] : rightsOf(push)
  return isGiver && needed.every((code) => mayCall(principal, code))
}

/** A push, as far as it says whose terminals it may be for. */
interface Given {
  /** Null: its terminals were named one by one. */
  readonly principal: FrozenPrincipal | null
}

/**
 * Whether the caller sees whatever each push may be for: all that its giver saw. Where its terminals
 * were named one by one, and where its giver saw what he had made himself, only items can say.
 */
export async function seesAllOf(
  { db, principal: { scope } }: Pick<Context, 'db' | 'principal'>,
  pushes: readonly Given[],
): Promise<readonly boolean[]> {
  if (scope.all) return pushes.map(() => true)
  const given = pushes.map(({ principal }) => principal?.scope ?? null)
  const scopes = await placedNow(
    db,
    given.flatMap((one) => one ?? []),
  )
  let next = 0
  return given.map((one) => {
    const placed = one && scopes[next++]
    return Boolean(placed && !placed.rules.some(({ isOwn }) => isOwn) && coversScope(scope, placed))
  })
}

/** Refuses to steer as a whole what is also for terminals that the caller does not see. */
export async function requireReach(
  ctx: Context,
  push: Given & { readonly id: string; readonly createdBy: string | null },
): Promise<void> {
  if (push.createdBy === ctx.principal.userId) return
  const [seesAll] = await seesAllOf(ctx, [push])
  if (seesAll) return
  const { rows } = await sql`select from push_item item join device on device.id = item.device_id
    where item.push_id = ${push.id} and not ${itemScope.rows(ctx.principal)} limit 1`.execute(
    ctx.db,
  )
  if (rows.length > 0 || push.principal) throw new Refusal(codes.forbidden, 'push.beyondReach')
}
