import { deviceMessages } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { tell } from '../../../kit/outbox.ts'
import { notFound } from '../../../kit/refusal.ts'
import { commandRules } from '../matrix/rules.queries.ts'
import { tasksPath } from '../paths.ts'
import { type Asked, holdDevices, insertItem } from './command.queries.ts'
import { refusalOf, timesOf } from './giveAll.ts'
import { shownArgs, withSealedArgs } from './sealedArgs.ts'
import { prepared } from './prepared.ts'
import { shellRules } from './shell.queries.ts'

/** Gives a terminal of the caller a command, at once; answers the command's id. */
export async function giveOne(ctx: Context, deviceId: string, given: Asked): Promise<string> {
  const request = withSealedArgs(ctx.platform, await prepared(ctx, given, 'args'))
  const [device] = await holdDevices(ctx, [deviceId])
  if (!device) throw notFound()
  const rule = (await commandRules(ctx.db, request.cmd, [device.modelId])).get(device.modelId)
  const refusal =
    refusalOf(device, request.cmd, rule) ?? (await shellRules(ctx.db, request, [device]))(device)
  if (refusal) throw refusal
  const times = await timesOf(ctx, request, rule)
  const { expiresAt } = times
  const item = await insertItem(ctx, { deviceId: device.id, request, ...times })
  await tell(ctx, deviceMessages.commandNotice, {
    to: { sn: device.sn, messageId: item.messageId, expiresAt: expiresAt.getTime() },
    body: { item: item.id, cmd: request.cmd, args: request.args, attempt: 1 },
  })
  ctx.changed(tasksPath(device.id), [item.id], [device.orgId])
  const { sn, id: targetId } = device
  const after = { item: item.id, cmd: request.cmd, args: shownArgs(request.cmd, request.args) }
  ctx.note({ targetIds: [targetId], about: { sn }, after })
  return item.id
}
