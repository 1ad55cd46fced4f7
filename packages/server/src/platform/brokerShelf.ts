import type { Client } from 'aedes'
import type { Logger } from 'pino'
import type { Arrival } from './brokerListeners.ts'
import type { CloseReason, Connection, DownPublication, LinkHandlers } from './brokerLink.ts'

/** What may change while the broker runs. */
export interface BrokerRules {
  /** Longest silence of a connection. */
  readonly keepAliveSeconds: number
  readonly maxPacketKb: number
  /** Messages to a terminal that may wait for their acknowledgement; further ones wait their turn. */
  readonly inflight: number
  /** New connections a second that are looked at; those above are asked to come back. */
  readonly connectsPerSecond: number
}

/** An admitted client of the embedded broker. */
export interface Held<S> extends Connection<S> {
  readonly client: Client
  /** Down messages that wait for their acknowledgement, by packet id. */
  readonly waiting: Map<number, () => void>
  /** How many were handed to the connection and are not acknowledged. */
  underWay: number
  /** Those that wait their turn. */
  readonly queued: DownPublication[]
  lastPacketId: number
  isOpen: boolean
  reason: CloseReason | null
  /** How often it promised to be heard of. */
  readonly keepAliveSeconds: number
  /** For how long nothing was heard of it. */
  silentSeconds: number
  /** Messages of it that are not stored yet. */
  taken: number
  /** Nothing more was read of it, because too many wait. */
  isUnread: boolean
  /** Packet ids of its messages whose acknowledgement leaves in this moment. */
  readonly acknowledged: number[]
}

/** What a client wants to be said when it is gone. */
export interface Will {
  readonly topic: string
  readonly retain?: boolean
  readonly qos?: number
}

/** Where the broker keeps its clients. */
export interface Shelf<S> {
  readonly byClientId: Map<string, Held<S>>
  readonly byClient: WeakMap<Client, Held<S>>
  /** Deliveries by the payload that carries them: the one thing the broker hands through unchanged. */
  readonly deliveries: WeakMap<Buffer, () => void>
  /** Last wills of clients that are not admitted yet. */
  readonly wills: WeakMap<Client, Will>
  readonly arrivals: WeakMap<Client, Arrival>
  /** What clients that are not admitted yet promised, in seconds. */
  readonly keepAlives: WeakMap<Client, number>
  readonly rules: () => BrokerRules
}

/** An open broker. */
export interface Broker<S> extends Shelf<S> {
  readonly handlers: LinkHandlers<S>
  readonly log: Logger
}
