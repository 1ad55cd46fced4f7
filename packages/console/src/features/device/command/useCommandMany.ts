import {
  type AskedCommand,
  type BatchReply,
  type CommandRequest,
  devices,
  isProved,
  type ManyCommand,
} from '@muster/contract'
import { confirm, mostByClick } from '../../../kit/dialog/confirm.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import type { List } from '../../../kit/list/useList.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { commandText } from './commandTexts.ts'
import { openingPush } from './openingPush.ts'
import { type FormRequest, isForMany } from './formCommands.ts'

/** Seconds that a reboot waits for a terminal that is away: nobody expects it a week later. */
const rebootWaits = 86_400

type Message = Pick<Extract<CommandRequest, { cmd: 'MESSAGE' }>, 'args' | 'ttlSeconds'>
/** A command to many, with what it takes. */
export type ManyRequest =
  | { readonly cmd: 'REBOOT' | 'SYNC' | 'LOCATE' }
  | ({ readonly cmd: 'MESSAGE' } & Message)
  | ManyCommand

export const isManyRequest = (request: FormRequest): request is ManyCommand =>
  isForMany(request.cmd)

/** Terminals chosen in a list, whatever its rows show of them. */
export type ChosenDevices = Pick<
  List<{ readonly id: string }>,
  'isAll' | 'selected' | 'sought' | 'total' | 'clearSelection'
>

/**
 * Gives the chosen terminals of a list, which may be all that match, a command, and says to how
 * many it was given; what interrupts them, and what is about many, is asked about first. Answers
 * whether it was given.
 */
export function useCommandMany(list: ChosenDevices) {
  const send = useSend(devices)
  return async (request: ManyRequest): Promise<boolean> => {
    const { cmd } = request
    if (!(await isSure(cmd, list))) return false
    const sent = await outcomeOf(sendTo(chosenOf(list), request, send))
    if (!('reply' in sent)) return false
    await tell(cmd, sent.reply)
    list.clearSelection()
    return true
  }
}

/** Says to how many it was given; what waits for a second person has reached none, and a click leads to it. */
function tell(cmd: AskedCommand, reply: BatchReply): Promise<void> {
  const { count, awaits } = reply
  const values = { command: commandText(cmd), count }
  if (!awaits)
    return notifyBatch(reply, { kind: 'success', text: t('device.commandedMany', values) })
  const { kind, pushId: id } = awaits
  const opening = openingPush({ kind, id })
  // Only where a click does so.
  const opens = opening.onClick ? [t('device.clickOpens')] : []
  const text = [t('device.commandedManyAwaits', values), ...opens].join(' ')
  return notifyBatch(reply, { kind: 'info', text, ...opening })
}

function isSure(cmd: AskedCommand, list: ChosenDevices): Promise<boolean> | true {
  const count = countOf(list)
  const isReboot = cmd === 'REBOOT'
  const isDangerous = isReboot || isProved(cmd)
  if (!isDangerous && !list.isAll && count <= mostByClick) return true
  const title = commandText(cmd)
  const text = isReboot
    ? t('device.rebootManySure', { count })
    : t('device.commandManySure', { command: title, count })
  return confirm({ title, text, agree: title, kind: isDangerous ? 'dangerous' : 'ordinary', count })
}

function sendTo(
  chosen: ReturnType<typeof chosenOf>,
  request: ManyRequest,
  send: ReturnType<typeof useSend>,
) {
  switch (request.cmd) {
    case 'REBOOT':
      return send(devices.rebootMany, { body: { ...chosen, ttlSeconds: rebootWaits } })
    case 'SYNC':
      return send(devices.syncMany, { body: chosen })
    case 'LOCATE':
      return send(devices.locateMany, { body: chosen })
    case 'MESSAGE': {
      const { args, ttlSeconds } = request
      return send(devices.messageMany, { body: { ...chosen, args, ttlSeconds } })
    }
    default:
      return send(devices.commandMany, { body: { ...chosen, command: request } })
  }
}
