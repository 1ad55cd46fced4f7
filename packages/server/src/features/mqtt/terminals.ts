import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../kit/refusal.ts'
import { deviceScope } from '../device/index.ts'

export interface NamedTerminal {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly isOnline: boolean
}

/** The terminal of this number, where the caller may see it. */
async function findTerminal(ctx: Context, sn: string): Promise<NamedTerminal | undefined> {
  const { rows } = await sql<NamedTerminal>`select id, sn, org_id,
      exists (select from device_online online where online.device_id = device.id) as is_online
    from device where sn = ${sn} and deleted_at is null
      and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  return rows[0]
}

/** The same; a field that names no such terminal is refused. */
export async function requireTerminal(ctx: Context, sn: string): Promise<NamedTerminal> {
  const device = await findTerminal(ctx, sn)
  if (!device) throw fieldRefusal('sn', 'mqttLog.unknownTerminal', { sn })
  return device
}

/** One that can be told something now. */
export async function requirePresent(ctx: Context, sn: string): Promise<NamedTerminal> {
  const device = await findTerminal(ctx, sn)
  if (!device) throw notFound()
  requireOnline(device)
  return device
}

export function requireOnline({ isOnline, sn }: NamedTerminal): void {
  if (!isOnline) throw new Refusal(codes.warning, 'mqttLog.absent', { params: { sn } })
}
