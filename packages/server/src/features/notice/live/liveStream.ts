import { noticesPath } from '@muster/contract'
import type { Principal } from '../../../access/principal.ts'
import type { Platform } from '../../../kit/context.ts'
import type { Announcement } from '../../../platform/liveHub.ts'
import { visibleTo } from './visible.ts'

/** The part of a web socket that a stream uses. */
export interface Socket {
  send(text: string): void
  ping(): void
  close(code: number, reason: string): void
}

/** What one console hears. */
export interface LiveStream {
  readonly sessionId: string
  /** Who listens, with the rights he has now; null: nobody any more. */
  judge(now: Principal | null): void
  end(): void
}

/** A proxy cuts what is silent for a minute. */
const pingMs = 30_000

/** Tells a console of changes, cut to what its user may see now. */
export function openStream(platform: Platform, socket: Socket, opener: Principal): LiveStream {
  let principal = opener
  let visible = visibleTo(platform, principal)
  const unsubscribe = platform.live.subscribe((change) => {
    if (change.path === 'session') endSession(change)
    else if (change.path === noticesPath) tellOwn(change)
    // What cannot be judged is not told; the console comes back and reads anew.
    else forward(change).catch(() => socket.close(1011, 'unavailable'))
  })
  const ping = setInterval(() => socket.ping(), pingMs)

  function endSession({ ids }: Announcement): void {
    if (ids.includes(principal.sessionId)) socket.close(4401, 'session')
  }
  /** Notices are told to those they are for; without names, to everybody. */
  function tellOwn({ path, ids }: Announcement): void {
    if (ids.length === 0 || ids.includes(principal.userId))
      socket.send(JSON.stringify({ path, ids: [] }))
  }
  async function forward(announcement: Announcement): Promise<void> {
    const ids = await visible(announcement)
    if (ids) socket.send(JSON.stringify({ path: announcement.path, ids }))
  }

  return {
    sessionId: opener.sessionId,
    judge(now) {
      if (!now) return socket.close(4401, 'session')
      const isSame = JSON.stringify(now.scope) === JSON.stringify(principal.scope)
      principal = now
      if (!isSame) visible = visibleTo(platform, principal)
    },
    end() {
      clearInterval(ping)
      unsubscribe()
    },
  }
}
