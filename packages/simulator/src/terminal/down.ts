import { type DeviceEnvelope, deviceMessages } from '@muster/contract'
import type { CommandDesk } from './commandDesk.ts'
import type { TerminalClock } from './clock.ts'
import type { Machine } from './machine.ts'
import type { Observer } from './observer.ts'

const { configuration, serverTime } = deviceMessages

export interface Receivers {
  readonly machine: Machine
  readonly clock: TerminalClock
  readonly desk: CommandDesk
  readonly observer: Observer
  /** The agent's settings changed; the clock of the terminal, too. */
  readonly configured: (isOtherZone: boolean) => void
}

/** Acts on a message whose signature was proved. */
export function receiveDown(message: DeviceEnvelope, receivers: Receivers): void {
  if (!handle(message, receivers)) receivers.observer.fault(`down message: ${message.type}`)
}

/** Answers whether the body is in order. */
function handle(message: DeviceEnvelope, receivers: Receivers): boolean {
  switch (message.type) {
    case 'cmd':
      return receivers.desk.take(message)
    case 'cfg':
      return configure(message.body, receivers)
    case 'time':
      return learnTime(message.body, receivers.clock)
    default:
      return false
  }
}

function configure(body: unknown, { machine, configured }: Receivers): boolean {
  const { data } = configuration.body.safeParse(body)
  if (!data) return false
  const isOtherZone = data.timeZone !== machine.configuration.timeZone
  machine.configuration = data
  configured(isOtherZone)
  return true
}

function learnTime(body: unknown, clock: TerminalClock): boolean {
  const { data } = serverTime.body.safeParse(body)
  if (data) clock.learn(data.now)
  return data !== undefined
}
