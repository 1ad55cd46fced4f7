import { loginBansPath } from '@muster/contract'
import { every } from '../../../platform/every.ts'
import type { LinkPlatform } from '../linkPlatform.ts'

/** A terminal that is here, and where it comes from. */
interface Here {
  readonly deviceId: string
  readonly sn: string
  readonly ip: string
}

interface Doorkeeper {
  /** Whether nobody has banned it. */
  readonly isWelcome: (ip: string, sn: string) => Promise<boolean>
  readonly here: () => readonly Here[]
  readonly letGo: (deviceIds: readonly string[]) => void
}

/** An announcement may be lost, or come while a terminal waits at the door. */
const lookSeconds = 30

/**
 * Lets terminals go whose address, or who themselves, are banned while they are here. Whoever answers for the bans
 * hears of one first, and answers by it. Answers what ends that.
 */
export function letBannedGo(
  { live, log }: Pick<LinkPlatform, 'live' | 'log'>,
  { isWelcome, here, letGo }: Doorkeeper,
): () => void {
  async function look(): Promise<void> {
    const banned: string[] = []
    for (const { deviceId, sn, ip } of here()) if (!(await isWelcome(ip, sn))) banned.push(deviceId)
    if (banned.length > 0) letGo(banned)
  }
  const watch = every({ name: 'letting banned terminals go', seconds: lookSeconds, log }, look)
  const silence = live.subscribe(({ path }) => {
    if (path === loginBansPath) watch.soon()
  })
  return () => {
    silence()
    void watch.stop()
  }
}
