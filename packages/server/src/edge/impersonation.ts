import { type Call, codes, livePath, platformUsers, recovery, session } from '@muster/contract'
import type { Principal } from '../access/principal.ts'
import { Refusal } from '../kit/refusal.ts'
import { holdsMore } from '../access/grant.rules.ts'
import type { UserRights } from '../access/rights.ts'

/** The spec signs out, and has codes mailed, by a GET: these write all the same. */
const writingReads: ReadonlySet<string> = new Set([session.logout.path, recovery.code.path])

/** Whether a call only reads. A file is no reading: it goes out of the house, and it is on record. */
export const isReading = ({ method, path, file }: Call): boolean =>
  method === 'GET' && !writingReads.has(path) && !file

/** What who looks on as another may do beside reading: end it, and listen to what changes. */
const allowed: ReadonlySet<Call> = new Set<Call>([session.logout, session.ticket])

const readOnly = (name: string) =>
  new Refusal(codes.readOnly, 'refusal.readOnly', { params: { name } })

/**
 * The one place that keeps an impersonation from doing anything: every call that does more than
 * read is refused, before its values are looked at.
 */
export function requireReading({ impersonator, userName }: Principal, call: Call): void {
  if (impersonator && !isReading(call) && !allowed.has(call)) throw readOnly(userName)
}

/** Its tickets open the live stream and nothing else: no file comes in or goes out by one. */
export function requireLiveTicket(
  { impersonator, userName }: Principal,
  call: Call,
  body: unknown,
): void {
  if (!impersonator || call !== session.ticket) return
  const isLive = typeof body === 'object' && body && 'path' in body && body.path === livePath
  if (!isLive) throw readOnly(userName)
}

/** Whether somebody may look as another, asked with each request: what is taken counts at once. */
export function mayImpersonate(looker: UserRights, account: UserRights): boolean {
  if (account.isSuperAdmin) return false
  if (looker.isSuperAdmin) return true
  const { permissions, scope } = looker
  return (
    permissions.has(platformUsers.impersonate.permission) &&
    scope.all &&
    !holdsMore(account, looker)
  )
}
