import { livePath, noticesPath } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Platform, Principal } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { isFiltered, placedIn } from '../../../platform/dataScope.ts'
import { every } from '../../../platform/every.ts'
import type { Announcement } from '../../../platform/liveHub.ts'

/** How a stream learns who its caller is, at the start and from then on. */
export interface Doorkeeper {
  /** Who holds a one-time ticket for a path; null when nobody does (any more). */
  spendTicket(platform: Platform, ticket: string, path: string): Promise<Principal | null>
  /** Those of the sessions that are alive, each with its caller as things stand now. */
  livePrincipals(
    platform: Platform,
    sessionIds: readonly string[],
  ): Promise<ReadonlyMap<string, Principal>>
}

/** A proxy cuts what is silent for a minute. */
const pingMs = 30_000

/** How often all streams' sessions are looked at: whoever lost his is out within a second. */
const watchMs = 600

interface Stream {
  readonly sessionId: string
  /** Who listens, with the rights he has now; null: nobody any more. */
  judge(principal: Principal | null): void
}

/**
 * The live stream: after a commit, which records changed, cut to the caller's data scope.
 * The caller proves himself by a ticket; the socket closes with the session, however it ended.
 */
export function mountLive(http: FastifyInstance, platform: Platform, doorkeeper: Doorkeeper): void {
  const streams = new Set<Stream>()
  const watch = watchStreams(platform, doorkeeper, streams)
  http.addHook('onClose', watch.stop)
  http.get<{ Querystring: { ticket?: string } }>(
    livePath,
    { websocket: true },
    async (socket, request) => {
      const { ticket = '' } = request.query
      const principal = await doorkeeper.spendTicket(platform, ticket, livePath)
      if (!principal || principal.mustChangePassword || principal.mustBindFactor)
        return socket.close(4401, 'ticket')
      // Gone while the ticket was looked up: its close was not heard, so nothing may be begun for it.
      if (socket.readyState !== socket.OPEN) return
      let visible = visibleTo(platform, principal)
      let scope = JSON.stringify(principal.scope)
      const stream: Stream = {
        sessionId: principal.sessionId,
        judge(now) {
          if (!now) return socket.close(4401, 'session')
          const scopeNow = JSON.stringify(now.scope)
          if (scopeNow === scope) return
          scope = scopeNow
          visible = visibleTo(platform, now)
        },
      }
      streams.add(stream)
      const end = platform.live.subscribe((change) => {
        if (change.path === 'session') endSession(change)
        // What cannot be judged is not told; the console comes back and reads anew.
        else forward(change).catch(() => socket.close(1011, 'unavailable'))
      })
      const ping = setInterval(() => socket.ping(), pingMs)
      socket.on('close', () => {
        streams.delete(stream)
        clearInterval(ping)
        end()
      })
      function endSession({ ids }: Announcement): void {
        if (ids.includes(stream.sessionId)) socket.close(4401, 'session')
      }
      async function forward(announcement: Announcement): Promise<void> {
        const ids = await visible(announcement)
        if (ids) socket.send(JSON.stringify({ path: announcement.path, ids }))
      }
    },
  )
}

/** Looks again and again at whose sessions are alive, with one query for all streams of this process. */
function watchStreams(
  platform: Platform,
  { livePrincipals }: Doorkeeper,
  streams: ReadonlySet<Stream>,
) {
  return every(
    { name: 'watching sessions', seconds: watchMs / 1000, log: platform.log },
    async () => {
      if (streams.size === 0) return
      const looked = [...streams]
      const ids = [...new Set(looked.map(({ sessionId }) => sessionId))]
      const alive = await livePrincipals(platform, ids)
      for (const stream of looked) stream.judge(alive.get(stream.sessionId) ?? null)
    },
  )
}

/** Without names, everybody is meant. */
const isAmong = (ids: readonly string[], id: string): boolean =>
  ids.length === 0 || ids.includes(id)

/**
 * The changed records that the caller may see, none meaning "many"; null where there is nothing for
 * him. His set of organisations is read again when the tree changes.
 */
function visibleTo(platform: Platform, principal: Principal) {
  let known: Promise<Hearing> | null = null
  return async ({ path, ids, parts }: Announcement): Promise<readonly string[] | null> => {
    // A notice is told to those it is for, and without saying who else they are.
    if (path === noticesPath) return isAmong(ids, principal.userId) ? [] : null
    if (path.startsWith('/admin/org/')) known = null
    if (principal.scope.all) return ids
    known ??= readOrganizations(platform, principal)
    const { exactly, roughly } = await known
    const mine = parts
      .filter(({ orgId }) => orgId === null || exactly.has(orgId) || roughly.has(orgId))
      // Whose records are cut by more than their organisation hears that there is something, not what.
      .map((part) => (part.orgId === null || exactly.has(part.orgId) ? part.ids : []))
    if (mine.length === 0) return null
    return mine.some((part) => part.length === 0) ? [] : mine.flat()
  }
}

/** The organisations that a caller hears of: all of their records, or only some. */
interface Hearing {
  readonly exactly: ReadonlySet<string>
  readonly roughly: ReadonlySet<string>
}

async function readOrganizations(platform: Platform, principal: Principal): Promise<Hearing> {
  const { scope, orgId } = principal
  const place = sql`organization.id`
  const plain = scope.rules.filter((rule) => !isFiltered(rule))
  const exact = plain.map((rule) => placedIn(rule, place))
  const rough = scope.rules.map((rule) =>
    rule.isOwn
      ? sql<boolean>`(${placedIn(rule, place)} or ${place} = ${orgId})`
      : placedIn(rule, place),
  )
  const any = (conditions: readonly Condition[]) =>
    conditions.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`(${sql.join([...conditions], sql` or `)})`
  const { rows } = await sql<{ id: string; isExact: boolean }>`
    select organization.id, ${any(exact)} as is_exact from organization where ${any(rough)}`.execute(
    platform.db,
  )
  const idsOf = (isExact: boolean) =>
    new Set(rows.filter((row) => row.isExact === isExact).map(({ id }) => id))
  return { exactly: idsOf(true), roughly: idsOf(false) }
}
