import {
  type BodyOf,
  type Letter,
  type TerminalClock,
  type UpKind,
  writeUp,
} from '@muster/terminal'
import type { Config } from './config.ts'
import { readBootId, readInformation } from './facts.ts'
import type { Identity } from './identity.ts'
import type { Inventory } from './inventory.ts'
import { readNetwork } from './network.ts'
import { editedParams, heldParams } from './params.ts'
import { type Configuration, settingsOf } from './settings.ts'
import type { Said } from './tools.ts'
import type { Work } from './works.ts'

export interface VoiceParts {
  readonly config: Config
  readonly identity: Identity
  readonly clock: TerminalClock
  readonly inventory: Inventory
  readonly agentVersion: string
  /** D-CFG in force. */
  readonly configuration: () => Configuration
}

/** What the agent says, in its envelopes. */
export class Voice {
  readonly #parts: VoiceParts
  #seq = 0

  constructor(parts: VoiceParts) {
    this.#parts = parts
  }

  connection(s: 'online' | 'offline', r?: string): Letter {
    const { config, agentVersion, configuration } = this.#parts
    const { system } = config
    const net = readNetwork(system).type
    const rest = { net, agentVersion, bootId: readBootId(system), cfgRev: configuration().rev }
    return this.#write('conn', { s, ...(r && { r }), ...rest })
  }

  beat(beat: BodyOf<'hb'>): Letter {
    const { config, configuration } = this.#parts
    const params = heldParams(config.params)
    const edits = editedParams(config.params, params)
    return this.#write('hb', {
      ...beat,
      cfgRev: configuration().rev,
      ...(params && { params }),
      ...(Object.keys(edits).length > 0 && { edits }),
    })
  }

  event(body: BodyOf<'evt'>): Letter {
    return this.#asking('evt', body)
  }

  activation(code: string | undefined): Letter {
    return this.#asking('act', code === undefined ? { method: 'auto' } : { method: 'code', code })
  }

  information(): Letter {
    const { config, agentVersion, clock, inventory } = this.#parts
    const { system: root, state } = config
    const skewSeconds = clock.skewSeconds()
    const machine = readInformation({ root, state, agentVersion, skewSeconds })
    // Which agent runs it says itself.
    const { FIRMWARE: firmware = machine.firmware, AGENT: _, ...parts } = inventory.parts
    const settings = settingsOf(this.#parts.configuration())
    return this.#asking('info', { ...machine, firmware, parts, settings })
  }

  network(): Letter {
    const { type, ip, rssi } = readNetwork(this.#parts.config.system)
    return this.#asking('net', { type, ...(ip && { ip }), ...(rssi !== undefined && { rssi }) })
  }

  /** Null: nobody has said where it is. */
  location(): Letter | null {
    const { config, clock } = this.#parts
    return config.location
      ? this.#asking('loc', { ...config.location, src: 'GPS', at: clock.now() })
      : null
  }

  apps(): Letter {
    return this.#asking('apps', this.#parts.inventory.report())
  }

  piece(body: BodyOf<'log'>): Letter {
    return this.#write('log', body)
  }

  report({ id, item, attempt }: Pick<Work, 'id' | 'item' | 'attempt'>, said: Said): Letter {
    const at = this.#parts.clock.now()
    return this.#write('task', { item, ...said, at, attempt }, { cid: id, ack: true })
  }

  #asking<K extends UpKind>(kind: K, body: BodyOf<K>): Letter {
    return this.#write(kind, body, { ack: true })
  }

  #write<K extends UpKind>(
    kind: K,
    body: BodyOf<K>,
    more: { cid?: string; ack?: true } = {},
  ): Letter {
    const { identity, clock } = this.#parts
    this.#seq += 1
    const { tenant, sn } = identity
    return writeUp(kind, body, { tenant, sn, ts: clock.now(), seq: this.#seq, ...more })
  }
}
