import { randomInt } from 'node:crypto'
import { defaultTenant, maxMessageBytes, topicRoot } from '@muster/contract'
import { loadNatsKeys, type NatsKeys, newUserKey } from '../../../platform/natsKeys.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { savePass } from './pass.queries.ts'

/** An MQTT password that NATS believes without asking anybody. */
export interface Pass {
  readonly password: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** A day, less up to a tenth by chance: an estate must not come for new ones as one. */
const longestSeconds = 24 * 3600
const shortestSeconds = longestSeconds * 0.9

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
): PassIssuer {
  let known: NatsKeys | null = null
  return {
    async give({ deviceId, sn }) {
      known ??= await loadNatsKeys(platform)
      if (!known) return null
      const seconds = randomInt(shortestSeconds, longestSeconds)
      const exp = Math.floor(platform.now().getTime() / 1000) + seconds
      const userKey = newUserKey()
      const { terminalsId: account } = known
      if (!(await savePass(platform.pool, { account, deviceId, userKey, exp }))) return null
      const rights = { ...subjectsOf(sn), maxPayloadBytes: maxMessageBytes + overheadBytes }
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
