import {
  codes,
  type CommandName,
  commandPermissions,
  isCommandName,
  type PushKind,
} from '@muster/contract'
import * as z from 'zod/mini'
import { mayCall, type Principal } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'

type Caller = Pick<Context, 'principal'>

/** Whoever wants a command, of one terminal or of many, needs the right to it. */
export const requireCommandRight = (caller: Caller, cmd: CommandName): void =>
  requireRight(caller, commandPermissions[cmd])

const guarded = z.object({
  force: z.optional(z.boolean()),
  downgrade: z.optional(z.boolean()),
})

/** What skips that which protects a terminal asks for rights of its own. */
export function requireInstallRights(
  caller: Caller,
  { force, downgrade }: z.output<typeof guarded>,
): void {
  if (force) requireRight(caller, 'MQTT_APK_FORCE')
  if (downgrade) requireRight(caller, 'MQTT_APK_DOWNGRADE')
}

const appArgs = z.object({ opt: guarded })

/** Whoever has a push begin anew wants it himself: he needs the rights that giving it asks for. */
export function requireWantRight(
  caller: Caller,
  { kind, args }: { readonly kind: PushKind; readonly args: object },
): void {
  if (isCommandName(kind)) requireCommandRight(caller, kind)
  else requireInstallRights(caller, z.parse(appArgs, args).opt)
}

/** Whether whoever wanted a push may want it still: a part of it may be yet to come. */
export function mayStillWant(
  principal: Principal,
  { kind, args }: { readonly kind: PushKind; readonly args: object },
): boolean {
  if (isCommandName(kind))
    return ['MQTT_TASK_ADD', commandPermissions[kind]].every((code) => mayCall(principal, code))
  const { force = false, downgrade = false } = z.parse(appArgs, args).opt
  // A way back is given by a call of its own.
  const needed = [downgrade ? 'MQTT_APK_DOWNGRADE' : 'MQTT_APK_ADD']
  return [...needed, ...(force ? ['MQTT_APK_FORCE'] : [])].every((code) => mayCall(principal, code))
}

function requireRight({ principal }: Caller, permission: string): void {
  if (!mayCall(principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
}
