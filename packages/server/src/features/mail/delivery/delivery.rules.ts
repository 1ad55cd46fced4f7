/** Minutes until a mail is tried again, by how often it was tried. */
const pauses = [1, 5, 15, 60, 180] as const

/** What becomes of a mail that a server did not take. */
export type AfterFailure = { do: 'again'; minutes: number } | { do: 'giveUp' }

/**
 * A server that says no for good (5xx to this mail) is believed at once; all else is tried again,
 * with longer and longer pauses.
 */
export function afterFailure(attempts: number, isFinal: boolean): AfterFailure {
  const minutes = pauses[attempts - 1]
  return isFinal || minutes === undefined ? { do: 'giveUp' } : { do: 'again', minutes }
}

/** A server's answer that will not change by asking again: the address or the mail itself is refused. */
export function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (!('command' in error) || !('responseCode' in error)) return false
  const { command, responseCode } = error
  const isAboutMail = typeof command === 'string' && aboutMail.has(command)
  return isAboutMail && typeof responseCode === 'number' && responseCode >= 500
}

const aboutMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

export interface Candidate {
  /** Null: the server of SMTP_URL. */
  readonly id: string | null
  /** Path of the organisation it is for; null: for everybody. */
  readonly orgPath: string | null
  readonly isDefault: boolean
  readonly dailyLimit: number | null
  readonly sentToday: number
}

/** Whose mail it is. */
export interface Sender {
  /** Path of the organisation; null: the platform's. */
  readonly orgPath: string | null
  /** The server that the nearest white label names, and the depth of its organisation. */
  readonly namedId: string | null
  readonly namedDepth: number
}

/**
 * The server for a mail of an organisation: the nearest one's own, the one that a white label names
 * before the default, defaults before the others, that of SMTP_URL last. Null where each has had its
 * day's share, or there is none.
 */
export function chooseServer<C extends Candidate>(
  candidates: readonly C[],
  sender: Sender,
): C | null {
  const fit = candidates.filter(
    (one) =>
      (one.dailyLimit === null || one.sentToday < one.dailyLimit) &&
      (one.orgPath === null || isWithin(sender.orgPath, one.orgPath)),
  )
  return fit.toSorted((a, b) => rank(b, sender) - rank(a, sender))[0] ?? null
}

const isWithin = (path: string | null, above: string): boolean =>
  path !== null && (path === above || path.startsWith(`${above}.`))

function rank({ id, orgPath, isDefault }: Candidate, { namedId, namedDepth }: Sender): number {
  if (id === null) return -1
  const depth = orgPath === null ? 0 : orgPath.split('.').length
  if (id === namedId) return Math.max(depth, namedDepth) * 3 + 2
  return depth * 3 + (isDefault ? 1 : 0)
}
