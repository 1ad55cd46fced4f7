import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { accessPointsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { requireNoConnection } from '../../../platform/holding.ts'
import { plainFingerprint, tlsPlaceOf } from './accessPoint.rules.ts'

/** Milliseconds that an access point has for its greeting. */
const patience = 8_000
/** Access points that are looked at side by side. */
const atOnce = 8

interface Point {
  readonly id: string
  readonly url: string
  readonly caFingerprint: string | null
}

interface Seen {
  readonly until: string | null
  readonly problem: string | null
}

/** Looks at the certificate of every access point that has one, over a real connection. */
export async function lookAtCertificates({ db, live, now }: Platform): Promise<void> {
  const { rows } = await sql<Point>`select id, url, ca_fingerprint from access_point
    where status = 1 and deleted_at is null order by certificate_checked_at nulls first`.execute(db)
  const points = rows.filter(({ url }) => tlsPlaceOf(url))
  for (let first = 0; first < points.length; first += atOnce) {
    const some = points.slice(first, first + atOnce)
    const found = await Promise.all(
      some.map(async (point) => ({ id: point.id, ...(await lookAt(point, now())) })),
    )
    await sql`update access_point set certificate_until = seen.until, certificate_problem = seen.problem,
        certificate_checked_at = ${now()}
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as seen (id uuid, until timestamptz, problem text)
      where access_point.id = seen.id`.execute(db)
  }
  if (points.length > 0)
    live.changed({ path: accessPointsPath, ids: points.map(({ id }) => id), orgIds: [] })
}

/** What an access point shows: how long its certificate is good, and what is wrong with it. */
async function lookAt({ url, caFingerprint }: Point, now: Date): Promise<Seen> {
  const place = tlsPlaceOf(url)
  if (!place) return { until: null, problem: null }
  let socket: TLSSocket | undefined
  try {
    socket = await greeted(place)
    const certificate = socket.getPeerCertificate()
    const until = new Date(certificate.valid_to)
    const problem =
      until <= now ? 'platform.certificate.expired' : strangeness(socket, caFingerprint)
    return { until: until.toISOString(), problem }
  } catch {
    return { until: null, problem: 'platform.certificate.unreachable' }
  } finally {
    socket?.destroy()
  }
}

function greeted({ host, port }: { host: string; port: number }): Promise<TLSSocket> {
  requireNoConnection('an access point')
  return new Promise((resolve, reject) => {
    // Judged here, not by the greeting: a certificate that has run out must still be seen.
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port, ...name, rejectUnauthorized: false })
    socket.setTimeout(patience, () => socket.destroy(new Error('no greeting in time')))
    socket.once('secureConnect', () => resolve(socket))
    socket.on('error', reject)
  })
}

/** Whether somebody who counts vouches for a certificate: the authority that is named, else any known one. */
function strangeness(socket: TLSSocket, caFingerprint: string | null): string | null {
  if (!caFingerprint) return socket.authorized ? null : 'platform.certificate.untrusted'
  const chain = chainOf(socket.getPeerCertificate(true))
  return chain.includes(plainFingerprint(caFingerprint))
    ? null
    : 'platform.certificate.otherAuthority'
}

/**
 * The fingerprints of a certificate and of those above it. The last of a chain is its own authority;
 * where an authority was not sent along, the chain ends before it.
 */
function chainOf(
  certificate: DetailedPeerCertificate | undefined,
  below: readonly string[] = [],
): readonly string[] {
  if (!certificate) return below
  const own = plainFingerprint(certificate.fingerprint256)
  return below.includes(own) ? below : chainOf(certificate.issuerCertificate, [...below, own])
}
