import { codes, type GivenCommand } from '@muster/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'

interface Allowed {
  readonly modelId: string
  readonly commands: string[]
}

/** The command lines that vendors allow on some models; models without any are left out. */
export async function shellCommandsOf(
  db: Kysely<DB>,
  models: RawBuilder<SqlBool>,
): Promise<Allowed[]> {
  const { rows } = await sql<Allowed>`select model.id as model_id, vendor.shell_commands as commands
    from model join vendor on vendor.id = model.vendor_id
    where ${models} and vendor.shell_commands <> '{}'`.execute(db)
  return rows
}

interface OfModel {
  readonly modelId: string
}

/** Why a terminal may not be asked to run a command line; null: its vendor allows it, or it is another command. */
export async function shellRules(
  db: Kysely<DB>,
  request: GivenCommand,
  devices: readonly OfModel[],
): Promise<(device: OfModel) => Refusal | null> {
  if (request.cmd !== 'SHELL') return () => null
  const ids = [...new Set(devices.map(({ modelId }) => modelId))]
  const allowed = await shellCommandsOf(db, sql<SqlBool>`model.id = any(${ids}::uuid[])`)
  const { command } = request.args
  const able = new Set(
    allowed.flatMap(({ modelId, commands }) => (commands.includes(command) ? [modelId] : [])),
  )
  return ({ modelId }) =>
    able.has(modelId)
      ? null
      : new Refusal(codes.unsupported, 'command.shellNotAllowed', { data: { code: 'C402' } })
}
