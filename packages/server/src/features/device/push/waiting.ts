import { appKinds, commandNames, commandPermissions, mqttApks, mqttTasks } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../../access/person.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

/** On pushes: waits for the caller. Nobody approves what he gave or changed, nor a command that he might not give. */
export function pushWaitsFor({ principal }: Pick<Context, 'principal'>): Condition {
  const commands = mayCall(principal, mqttTasks.approve.permission) ? commandNames : []
  const kinds: readonly string[] = [
    ...commands.filter((cmd) => mayCall(principal, commandPermissions[cmd])),
    ...(mayCall(principal, mqttApks.approve.permission) ? appKinds : []),
  ]
  return sql<SqlBool>`(ended_at is null and state = 'APPROVAL' and kind = any(${[...kinds]}::text[])
    and (array_append(editors, created_by) && ${idsOfPerson(principal)}) is not true)`
}
