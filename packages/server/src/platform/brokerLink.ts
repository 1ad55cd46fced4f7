import type { LinkProtocol } from '@muster/contract'
import type { Certified } from './brokerTls.ts'
import type { Readiness } from './readiness.ts'

/** Why a connection ended. */
export type CloseReason =
  | 'disconnect'
  | 'network'
  | 'keepAlive'
  | 'takeover'
  | 'protocol'
  | 'revoked'
  | 'kicked'
  | 'missedBeats'
  | 'expired'
  | 'shutdown'

/** One MQTT connection; `session` is what its admission answered. */
export interface Connection<S> {
  /** Unique for each connection, also of the same client. */
  readonly id: string
  readonly clientId: string
  readonly ip: string
  readonly protocol: LinkProtocol
  readonly session: S
}

/** What a client shows when it connects. */
export interface ConnectAttempt {
  readonly clientId: string
  readonly userName: string
  readonly password: string
  readonly ip: string
  /** What its certificate vouches for; null or nothing: it has shown none. */
  readonly certified?: Certified | null
}

/** `busy` asks the client to try again; `refused` says that its name or password is wrong. */
export type Admission<S> = { readonly session: S } | { readonly refuse: 'refused' | 'busy' }

/** A message that may be acknowledged only after `done`; with an error it never is. */
export interface Incoming<S> {
  readonly topic: string
  readonly payload: Buffer
  /** Null where NATS holds the connection. */
  readonly connection: Connection<S> | null
}

export type Done = (error?: Error | null) => void

/** What a link asks of, and tells to, the part that knows terminals. */
export interface LinkHandlers<S> {
  readonly admit: (attempt: ConnectAttempt) => Promise<Admission<S>>
  readonly mayPublish: (session: S, topic: string) => boolean
  readonly maySubscribe: (session: S, topic: string) => boolean
  /** The connection subscribed to topics it may read. */
  readonly subscribed: (connection: Connection<S>, topics: readonly string[]) => void
  readonly opened: (connection: Connection<S>) => void
  readonly closed: (connection: Connection<S>, reason: CloseReason) => void
  readonly receive: (message: Incoming<S>, done: Done) => void
  /** Whether no more is to be read of a connection of which a message waits. */
  readonly isBehind?: (connection: Connection<S>) => boolean
  /** A packet, message or attempt was turned away. */
  readonly turnedAway: (because: string) => void
}

export interface DownPublication {
  readonly clientId: string
  readonly topic: string
  readonly payload: Buffer
  readonly retain: boolean
  /** For the embedded broker. 0: whoever is away does without; 1 unless said. */
  readonly qos?: 0 | 1
  /** Called once when the receiver's acknowledgement is known. */
  readonly delivered?: () => void
}

/** A way to terminals that is not open yet: who handles its connections may need it first. */
export interface DeviceBroker<S> {
  readonly link: DeviceLink
  readonly open: (handlers: LinkHandlers<S>) => Promise<void>
}

/** The way to terminals: the embedded broker, or NATS. */
export interface DeviceLink {
  /** The embedded broker's TCP port while it is open; null where NATS listens. */
  readonly port: () => number | null
  /** The same with TLS; nothing where there is none. */
  readonly securePort?: () => number | null
  /** False when the client is not connected here: then nothing was sent. */
  readonly publishDown: (message: DownPublication) => boolean
  readonly isConnected: (clientId: string) => boolean
  /** Null: the link works; else why not, in a plain sentence. */
  readonly check: Readiness['check']
  readonly close: (clientId: string, reason: CloseReason) => void
  /** Takes no more messages; those that were received are still acknowledged. */
  readonly stop: () => Promise<void>
}
