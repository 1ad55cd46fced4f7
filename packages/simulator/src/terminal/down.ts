import { acknowledgement, type DeviceEnvelope, deviceMessages } from '@muster/contract'
import type { CommandHandler } from './commandHandler.ts'
import { isOutdated, type Outbox, type TerminalClock } from '@muster/terminal'
import type { Machine } from './machine.ts'
import type { Observer } from './observer.ts'
import type { TaskHandler } from './taskHandler.ts'

const { configuration, serverTime, stateQuery, downMessages } = deviceMessages

export interface Receivers {
  readonly machine: Machine
  readonly clock: TerminalClock
  readonly commands: CommandHandler
  readonly tasks: TaskHandler
  readonly outbox: Outbox
  readonly observer: Observer
  /** The agent's settings changed; what it says of itself, too. */
  readonly configured: (isToReport: boolean) => void
}

/** Acts on a message whose signature was proved. */
export function receiveDown(message: DeviceEnvelope, receivers: Receivers): void {
  if (!handle(message, receivers)) receivers.observer.fault(`down message: ${message.type}`)
}

/** Answers whether the body is in order. */
function handle(message: DeviceEnvelope, receivers: Receivers): boolean {
  switch (message.type) {
    case 'cmd':
      return receivers.commands.take(message)
    case 'task':
      return receivers.tasks.take(message)
    case 'cfg':
      return configure(message, receivers)
    case 'time':
      return learnTime(message.body, receivers)
    case 'ack':
      return forget(message.body, receivers)
    case 'cancel':
      return receivers.tasks.callOff(message)
    case 'ask':
      return tellAgain(message.body, receivers)
    case 'tkt':
      return showTicket(message.body, receivers)
    default:
      return false
  }
}

function configure({ ts, body }: DeviceEnvelope, { machine, configured }: Receivers): boolean {
  const { data } = configuration.body.safeParse(body)
  if (!data) return false
  const before = machine.configuration
  if (isOutdated({ rev: data.rev, ts }, { rev: before.rev, ts: machine.configuredAt })) return true
  machine.configuredAt = ts
  machine.configuration = data
  // What it cannot do it says of each revision.
  const isNew = data.rev !== before.rev && machine.refused.length > 0
  configured(isNew || data.timeZone !== before.timeZone || machine.isOtherThan(before))
  return true
}

function learnTime(body: unknown, { clock, outbox }: Receivers): boolean {
  const { data } = serverTime.body.safeParse(body)
  if (!data) return false
  if (!clock.learnTold(data.now)) return true
  outbox.expectAnswers(data.acks ?? false)
  return true
}

function showTicket(body: unknown, { machine }: Receivers): boolean {
  const { data } = downMessages.tkt.body.safeParse(body)
  if (data) machine.commanded.ticket = { no: data.no ?? null, text: data.text }
  return data !== undefined
}

function tellAgain(body: unknown, { commands, tasks }: Receivers): boolean {
  const { data } = stateQuery.body.safeParse(body)
  if (data) for (const known of [commands, tasks]) known.tellAgain(data.items)
  return data !== undefined
}

function forget(body: unknown, { outbox, observer }: Receivers): boolean {
  const { data } = acknowledgement.body.safeParse(body)
  if (!data) return false
  const { kept, refused = [] } = data
  for (const _ of refused) observer.fault('refused')
  outbox.answered(kept)
  outbox.refused(refused)
  return true
}
