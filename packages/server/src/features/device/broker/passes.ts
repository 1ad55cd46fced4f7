import { randomInt } from 'node:crypto'
import { defaultTenant, topicRoot } from '@muster/contract'
import { loadNatsKeys, type NatsKeys, newUserKey } from '../../../platform/natsKeys.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { savePass } from './pass.queries.ts'

/** An MQTT password that NATS believes without asking anybody. */
export interface Pass {
  readonly password: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** How long passwords are good, and how large a message may be that comes by them. */
export interface PassRules {
  readonly tokenHours: number
  readonly maxPacketKb: number
}

/** Less up to a tenth by chance: an estate must not come for new ones as one. */
const shortestShare = 0.9

/** Topic and header beside the message itself. */
const overheadBytes = 1024

export interface PassIssuer {
  /** Null: the gateways are not ready to keep what the terminal would send. */
  readonly give: (device: {
    readonly deviceId: string
    readonly sn: string
  }) => Promise<Pass | null>
}

/** Where terminals that have proved themselves get the password of NATS. */
export function openPassIssuer(
  platform: Pick<LinkPlatform, 'pool' | 'secrets' | 'now'>,
  rules: () => PassRules,
): PassIssuer {
  let known: NatsKeys | null = null
  return {
    async give({ deviceId, sn }) {
      known ??= await loadNatsKeys(platform)
      if (!known) return null
      const { tokenHours, maxPacketKb } = rules()
      const longest = tokenHours * 3600
      const seconds = randomInt(longest * shortestShare, longest)
      const exp = Math.floor(platform.now().getTime() / 1000) + seconds
      const userKey = newUserKey()
      const { terminalsId: account } = known
      if (!(await savePass(platform.pool, { account, deviceId, userKey, exp }))) return null
      const rights = { ...subjectsOf(sn), maxPayloadBytes: maxPacketKb * 1024 + overheadBytes }
      const password = await known.terminalUser({ sn, userKey, exp, ...rights })
      return { password, expiresAt: exp * 1000 }
    },
  }
}

/** A terminal's own topics, in the words of NATS; serial numbers have no dots, stars or spaces. */
function subjectsOf(sn: string): { publish: readonly string[]; subscribe: readonly string[] } {
  const own = `${topicRoot.replaceAll('/', '.')}.${defaultTenant}.${sn}`
  // The MQTT filter `down/#` includes its parent.
  return { publish: [`${own}.up.>`], subscribe: [`${own}.down.>`, `${own}.down`] }
}
