import { devicesPath, loginBansPath } from '@muster/contract'
import { every } from '../../../platform/every.ts'
import type { NatsKeys } from '../../../platform/natsKeys.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import {
  findRevoked,
  holdAnnouncing,
  leaveAnnouncing,
  noteAnnounced,
  revokePass,
  revokeBanned,
  revokeSlice,
  revokeUnfit,
} from './pass.queries.ts'

interface RevokerParts {
  readonly keys: NatsKeys
  readonly nodeId: string
  /** Tells NATS what the account is now. */
  readonly announce: (accountToken: string) => Promise<void>
}

export interface Revoker {
  /** A password was shown: is it still its terminal's? */
  readonly suspect: (userKey: string) => void
  /** A password was misused. */
  readonly revoke: (userKey: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Rings the gateway that tells NATS. */
const bell = 'nats.revoked'

/** Every so many rounds another slice of all passwords is looked at, whoever forgot to tell. */
const sliceRound = 12

/**
 * Ends the passwords of terminals that may not connect any more. Of several gateways one tells
 * NATS, so that a newer list is never overwritten by an older one.
 */
export function startRevoker(platform: LinkPlatform, parts: RevokerParts): Revoker {
  const { pool, live, log } = platform
  const devices = new Set<string>()
  const keys = new Set<string>()
  const bans = new Set(['latest'])
  let round = 0
  /** Where the last slice ended. */
  let looked = ''
  /** All of them are to be looked at without a pause: nobody knows whom it is about. */
  let isFull = true
  const life = every({ name: 'revoking passwords', seconds: 5, log }, async () => {
    const isTurn = round++ % sliceRound === 0
    if (isFull || isTurn) {
      const last = await revokeSlice(pool, looked)
      looked = last ?? ''
      if (last === null) isFull = false
      else if (isFull) life.soon()
    }
    // The announcement of a ban may be lost.
    if (isTurn) bans.add('latest')
    await follow(bans, () => revokeBanned(pool))
    await follow(devices, (ids) => revokeUnfit(pool, { of: 'devices', ids }))
    await follow(keys, (all) => revokeUnfit(pool, { of: 'keys', keys: all }))
    await announceRevoked(platform, parts)
  })
  const silence = live.onDoorbell(bell, life.soon)
  const end = live.subscribe(({ path, ids }) => {
    if (path === loginBansPath) bans.add('latest')
    else if (path !== devicesPath) return
    else noteDevices(ids)
    life.soon()
  })
  function noteDevices(ids: readonly string[]): void {
    if (ids.length === 0) {
      isFull = true
      looked = ''
    }
    for (const id of ids) devices.add(id)
  }
  life.soon()
  return {
    suspect(userKey) {
      keys.add(userKey)
      life.soon()
    },
    async revoke(userKey) {
      await revokePass(pool, userKey)
      live.ring(bell)
    },
    async stop() {
      end()
      silence()
      await life.stop()
      await leaveAnnouncing(pool, parts.nodeId)
    },
  }
}

/** Follows what was noted; where that fails, it stays noted. */
async function follow(
  noted: Set<string>,
  act: (those: readonly string[]) => Promise<unknown>,
): Promise<void> {
  if (noted.size === 0) return
  const those = [...noted]
  noted.clear()
  try {
    await act(those)
  } catch (error) {
    for (const one of those) noted.add(one)
    throw error
  }
}

async function announceRevoked(
  { pool, live }: LinkPlatform,
  { keys, nodeId, announce }: RevokerParts,
): Promise<void> {
  const revoked = await findRevoked(pool)
  const news = revoked.filter(({ isAnnounced }) => !isAnnounced)
  if (news.length === 0) return
  if (!(await holdAnnouncing(pool, { account: keys.terminalsId, nodeId }))) {
    live.ring(bell)
    return
  }
  const list = Object.fromEntries(revoked.map(({ userKey, exp }) => [userKey, exp]))
  await announce(await keys.terminalsToken(list))
  await noteAnnounced(
    pool,
    news.map(({ userKey }) => userKey),
  )
}
