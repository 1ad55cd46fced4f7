import type { DeviceEnvelope } from '@muster/contract'

/** Why a connection ended, as the terminal sees it. */
export type Ending = 'absence' | 'reboot' | 'stop' | 'off' | 'moved' | 'lost'

/** What a fleet wants to know of its terminals. Every member is called synchronously. */
export interface Observer {
  enrolled(sn: string): void
  connected(sn: string, isFirst: boolean): void
  disconnected(sn: string, ending: Ending): void
  published(type: string): void
  /** `milliseconds` from publishing to the acknowledgement. */
  acknowledged(sn: string, message: DeviceEnvelope, milliseconds: number): void
  /** The platform itself says that it has the message; one that it refuses is a fault. */
  answered(sn: string, message: DeviceEnvelope): void
  commanded(cmd: string): void
  /** Something went wrong; `kind` is a short word that is counted. */
  fault(kind: string): void
}

const nothing = () => undefined

/** For a terminal that nobody watches. */
export const unobserved: Observer = {
  enrolled: nothing,
  connected: nothing,
  disconnected: nothing,
  published: nothing,
  acknowledged: nothing,
  answered: nothing,
  commanded: nothing,
  fault: nothing,
}
