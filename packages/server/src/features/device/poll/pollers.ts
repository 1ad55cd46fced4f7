import { randomUUID } from 'node:crypto'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { newPace, type Pace } from '../broker/pace.ts'
import { clientIdOf } from '../topics.rules.ts'
import { Mailbox } from './mailbox.ts'

/** A terminal that polls this process. */
export interface Poller {
  readonly deviceId: string
  readonly sn: string
  readonly ip: string
  readonly sessionId: string
  readonly mailbox: Mailbox
  /** Its polls, and its messages. */
  readonly paces: { readonly polls: Pace; readonly messages: Pace }
  /** It is on record as present, here. */
  isRecorded: boolean
}

type Caller = Pick<Poller, 'deviceId' | 'sn' | 'ip'>

/** The terminals that poll this process, and the way to them: a mailbox for each. */
export class Pollers {
  readonly #bySn = new Map<string, Poller>()

  /** The terminal's place; a new one unless it is known here. */
  admit({ deviceId, sn, ip }: Caller): Poller {
    const known = this.#bySn.get(sn)
    if (known?.deviceId === deviceId) return known
    const paces = { polls: newPace(), messages: newPace() }
    const place = { sessionId: randomUUID(), mailbox: new Mailbox(), paces, isRecorded: false }
    const poller = { deviceId, sn, ip, ...place }
    this.#bySn.set(sn, poller)
    return poller
  }

  find(sn: string): Poller | undefined {
    return this.#bySn.get(sn)
  }

  /** False: it was gone already. */
  remove(poller: Poller): boolean {
    if (this.#bySn.get(poller.sn) !== poller) return false
    this.#bySn.delete(poller.sn)
    poller.mailbox.release()
    return true
  }

  all(): readonly Poller[] {
    return [...this.#bySn.values()]
  }

  hears(sn: string): boolean {
    return this.#bySn.get(sn)?.isRecorded ?? false
  }

  /** Messages that are sent by it wait for the next poll. There is no connection that could end. */
  link(): DeviceLink {
    const find = (clientId: string) => this.#bySn.get(snOf(clientId))
    return {
      port: () => null,
      publishDown: (message) => find(message.clientId)?.mailbox.put(message) ?? false,
      isConnected: (clientId) => find(clientId) !== undefined,
      check: async () => null,
      close: () => undefined,
      stop: async () => undefined,
    }
  }
}

const snOf = (clientId: string): string => clientId.slice(clientIdOf('').length)
