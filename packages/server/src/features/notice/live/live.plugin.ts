import { livePath, noticesPath } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Platform, Principal } from '../../../kit/context.ts'
import { organizationsBy } from '../../../kit/scope.ts'
import type { Announcement } from '../../../platform/liveHub.ts'

/** Who holds a one-time ticket for a path; null when nobody does (any more). */
export type SpendTicket = (
  platform: Platform,
  ticket: string,
  path: string,
) => Promise<Principal | null>

/** A proxy cuts what is silent for a minute. */
const pingMs = 30_000

const scoped = organizationsBy('organization.id')

/**
 * The live stream: after a commit, which records changed, cut to the caller's data scope.
 * The caller proves himself by a ticket; the socket closes with the session.
 */
export function mountLive(
  http: FastifyInstance,
  platform: Platform,
  spendTicket: SpendTicket,
): void {
  http.get<{ Querystring: { ticket?: string } }>(
    livePath,
    { websocket: true },
    async (socket, request) => {
      const principal = await spendTicket(platform, request.query.ticket ?? '', livePath)
      if (!principal || principal.mustChangePassword) return socket.close(4401, 'ticket')
      // Gone while the ticket was looked up: its close was not heard, so nothing may be begun for it.
      if (socket.readyState !== socket.OPEN) return
      const visible = visibleTo(platform, principal)
      const end = platform.live.subscribe((change) => {
        if (endsSession(change, principal)) socket.close(4401, 'session')
        else if (change.path === noticesPath) tellOwn(change)
        else if (change.path !== 'session')
          // What cannot be judged is not told; the console comes back and reads anew.
          forward(change).catch(() => socket.close(1011, 'unavailable'))
      })
      const ping = setInterval(() => socket.ping(), pingMs)
      socket.on('close', () => {
        clearInterval(ping)
        end()
      })
      /** Notices are told to those they are for; without names, to everybody. */
      function tellOwn({ path, ids }: Announcement): void {
        if (ids.length === 0 || ids.includes(principal?.userId ?? ''))
          socket.send(JSON.stringify({ path, ids: [] }))
      }
      async function forward(announcement: Announcement): Promise<void> {
        const ids = await visible(announcement)
        if (ids) socket.send(JSON.stringify({ path: announcement.path, ids }))
      }
    },
  )
}

const endsSession = (change: Announcement, { sessionId }: Principal): boolean =>
  change.path === 'session' && change.ids.includes(sessionId)

/**
 * The changed records that the caller may see, none meaning "many"; null where there is nothing for
 * him. His set of organisations is read again when the tree changes.
 */
function visibleTo(platform: Platform, principal: Principal) {
  let known: Promise<ReadonlySet<string>> | null = null
  return async ({ path, ids, parts }: Announcement): Promise<readonly string[] | null> => {
    if (path.startsWith('/admin/org/')) known = null
    if (principal.scope.all) return ids
    known ??= readOrganizations(platform, principal)
    const set = await known
    const mine = parts.filter(({ orgId }) => orgId === null || set.has(orgId))
    if (mine.length === 0) return null
    return mine.some((part) => part.ids.length === 0) ? [] : mine.flatMap((part) => part.ids)
  }
}

async function readOrganizations(
  platform: Platform,
  principal: Principal,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select organization.id from organization
    where ${scoped.rows(principal)}`.execute(platform.db)
  return new Set(rows.map(({ id }) => id))
}
