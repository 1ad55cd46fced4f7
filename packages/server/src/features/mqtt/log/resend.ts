import { randomUUID } from 'node:crypto'
import { codes, deviceMessages, type MqttEntryDetail, resendable } from '@muster/contract'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { tell } from '../../../kit/outbox.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { settingsPath } from '../../device/index.ts'
import { type NamedTerminal, requirePresent } from '../terminals.ts'

const { stateQuery } = deviceMessages

/** How long a terminal may take to hear of it. */
const patienceMs = 5 * 60_000

/**
 * Says to a terminal once more what a message said: its settings and the time as they are now, since
 * the trail has no secrets; a question as it was. Commands are sent again by themselves until their
 * terminal answers, and started over from their own list.
 */
export async function resend(ctx: Context, entry: MqttEntryDetail): Promise<void> {
  const { direction, type, sn } = entry
  if (direction !== 'DOWN' || !resendable.has(type))
    throw new Refusal(codes.warning, 'mqttLog.notResendable')
  const device = await requirePresent(ctx, sn)
  ctx.note({ targetIds: [device.id], about: { sn } })
  if (type === 'ask') await askAgain(ctx, device, entry)
  else tellSettings(ctx, device)
}

/** The gateway tells the terminal its settings in force, and the time. */
export const tellSettings = (ctx: Context, { id, orgId }: NamedTerminal): void =>
  ctx.changed(settingsPath, [id], [orgId])

const asked = z.object({ body: stateQuery.body })

async function askAgain(
  ctx: Context,
  { sn }: NamedTerminal,
  { payload }: MqttEntryDetail,
): Promise<void> {
  const { data } = asked.safeParse(parsed(payload))
  if (!data) throw new Refusal(codes.warning, 'mqttLog.notResendable')
  const expiresAt = ctx.now().getTime() + patienceMs
  await tell(ctx, stateQuery, { to: { sn, messageId: randomUUID(), expiresAt }, body: data.body })
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
