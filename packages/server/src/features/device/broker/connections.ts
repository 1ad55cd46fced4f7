import type { Connection } from '../../../platform/brokerLink.ts'
import { counted } from '../metrics.ts'
import type { Peer } from '../topics.rules.ts'
import { newPace, type Pace } from './pace.ts'

/** A terminal that is connected to this process. */
export interface Held {
  readonly connection: Connection<Peer>
  readonly deviceId: string
  readonly sn: string
  /** Its connection is on record. */
  isRecorded: boolean
  /** It subscribed to its commands. */
  hears: boolean
  /** Messages of it that were turned away. */
  faults: number
  readonly pace: Pace
  readonly orgPath: string
}

type Named = Pick<Held, 'deviceId' | 'sn' | 'orgPath'>

/** The terminals that are connected to this process. */
export interface Connections {
  readonly add: (connection: Connection<Peer>, device: Named) => Held
  readonly remove: (connection: Connection<Peer>) => void
  /** The terminal of this very connection. */
  readonly of: (connection: Connection<Peer>) => Held | undefined
  readonly hears: (sn: string) => boolean
  readonly all: () => readonly Held[]
  /** The ids of the terminals. */
  readonly present: () => readonly string[]
  readonly count: () => number
}

export function openConnections(): Connections {
  const bySn = new Map<string, Held>()
  const current = (connection: Connection<Peer>) => {
    const held = bySn.get(connection.session.sn)
    return held?.connection.id === connection.id ? held : undefined
  }
  return {
    add(connection, { deviceId, sn, orgPath }) {
      const state = { isRecorded: false, hears: false, faults: 0 }
      const held = { connection, deviceId, sn, orgPath, ...state, pace: newPace() }
      bySn.set(sn, held)
      counted.online.set(bySn.size)
      return held
    },
    remove(connection) {
      // A newer connection of the same terminal may have taken the place already.
      if (current(connection)) bySn.delete(connection.session.sn)
      counted.online.set(bySn.size)
    },
    of: current,
    hears: (sn) => bySn.get(sn)?.hears ?? false,
    all: () => [...bySn.values()],
    present: () => Array.from(bySn.values(), ({ deviceId }) => deviceId),
    count: () => bySn.size,
  }
}
