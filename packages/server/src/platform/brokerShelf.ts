import type { Client } from 'aedes'
import type { CloseReason, Connection, LinkHandlers } from './brokerLink.ts'

/** An admitted client of the embedded broker. */
export interface Held<S> extends Connection<S> {
  readonly client: Client
  /** Down messages that wait for their acknowledgement, by packet id. */
  readonly waiting: Map<number, () => void>
  lastPacketId: number
  isOpen: boolean
  reason: CloseReason | null
}

/** Where the broker keeps its clients. */
export interface Shelf<S> {
  readonly byClientId: Map<string, Held<S>>
  readonly byClient: WeakMap<Client, Held<S>>
  /** Deliveries by the payload that carries them: the one thing the broker hands through unchanged. */
  readonly deliveries: WeakMap<Buffer, () => void>
}

/** An open broker. */
export interface Broker<S> extends Shelf<S> {
  readonly handlers: LinkHandlers<S>
}
