import { livePath } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../../access/principal.ts'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import { type LiveStream, openStream } from './liveStream.ts'

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

/** Seconds between two looks at all streams' sessions: whoever lost his is out within one. */
export const watchSeconds = 0.6

/** Streams of one session at this process: a tab has one, and nobody has so many tabs. */
export const mostStreams = 20

/**
 * The live stream: after a commit, which records changed, cut to the caller's data scope.
 * The caller proves himself by a ticket; the socket closes with the session, however it ended.
 */
export function mountLive(http: FastifyInstance, platform: Platform, doorkeeper: Doorkeeper): void {
  const streams = new Set<LiveStream>()
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
      const ofSession = [...streams].filter(({ sessionId }) => sessionId === principal.sessionId)
      if (ofSession.length >= mostStreams) return socket.close(4429, 'streams')
      const stream = openStream(platform, socket, principal)
      streams.add(stream)
      socket.on('close', () => {
        streams.delete(stream)
        stream.end()
      })
    },
  )
}

/** Looks again and again at whose sessions are alive, with one query for all streams of this process. */
function watchStreams(
  platform: Platform,
  { livePrincipals }: Doorkeeper,
  streams: ReadonlySet<LiveStream>,
) {
  const rhythm = { name: 'watching sessions', seconds: watchSeconds, log: platform.log }
  return every(rhythm, async () => {
    if (streams.size === 0) return
    const looked = [...streams]
    const ids = [...new Set(looked.map(({ sessionId }) => sessionId))]
    const alive = await livePrincipals(platform, ids)
    for (const stream of looked) stream.judge(alive.get(stream.sessionId) ?? null)
  })
}
