import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openBatcher, type Waiting } from '../../../platform/batcher.ts'
import type { Admission, ConnectAttempt } from '../../../platform/brokerLink.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type Contact, noteContacts } from '../event/noteContacts.ts'
import { isGone, permittedIn } from '../lifecycle.rules.ts'
import { counted } from '../metrics.ts'
import { provesSecret } from '../registration/credentials.ts'
import { type PasswordClaim, readPassword } from '../registration/password.rules.ts'
import { type Peer, readClientId } from '../topics.rules.ts'
import {
  type CredentialRow,
  findCredentials,
  findEnrolmentKey,
  noteUsed,
  spendNonces,
} from './admission.queries.ts'
import { openContactLimit } from './contactLimit.ts'
import { openThrottle, type ThrottleRules } from './throttle.ts'

interface AdmissionPlatform {
  readonly pool: pg.Pool
  readonly secrets: Secrets
  readonly now: () => Date
}

/** Null: refused. Busy: it is to come again. */
type Verdict = Peer | 'busy' | null

/** A terminal that asks to come in, until its batch has told whether it may come in. */
interface Candidate extends Waiting {
  readonly sn: string
  readonly ip: string | null
  /** Null: its certificate vouches for it. */
  readonly claim: PasswordClaim | null
  readonly decide: (verdict: Verdict) => void
}

interface Proven {
  readonly candidate: Candidate
  readonly device: CredentialRow
}

/** How late a place that failed too often hears that it has failed again. */
const lateMs = 5_000

const refused = { refuse: 'refused' } as const
const busy = { refuse: 'busy' } as const

/** Who may connect. Terminals that come together are looked up together. */
export function openAdmission(
  platform: AdmissionPlatform,
  rules: () => ThrottleRules,
): {
  readonly admit: (attempt: ConnectAttempt) => Promise<Admission<Peer>>
  readonly stop: () => Promise<void>
} {
  const throttle = openThrottle(platform.now, rules)
  const mayTell = openContactLimit(platform.now)
  const queue = openBatcher<Candidate>({
    flush: (candidates) => decideTogether(platform, candidates, mayTell),
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 500,
    lingerMs: 5,
    maxWaiting: 5_000,
    maxWaitMs: 5_000,
  })

  function admitDevice(sn: string, { password, certified, ip }: ConnectAttempt): Promise<Verdict> {
    const isVouchedFor = password === '' && (certified ?? null) !== null
    const claim = isVouchedFor ? null : readPassword(password, platform.now())
    if (!claim && !isVouchedFor) return Promise.resolve(null)
    return new Promise((resolve) => {
      const done = (error?: Error | null) => error && resolve('busy')
      if (!queue.add({ sn, ip, claim, at: platform.now().getTime(), done, decide: resolve }))
        resolve('busy')
    })
  }

  async function admitBoot(sn: string, token: string): Promise<Peer | null> {
    const key = await findEnrolmentKey(platform.pool, token)
    return key ? { kind: 'boot', sn, keyId: key.id, orgId: key.orgId } : null
  }

  async function admit(attempt: ConnectAttempt): Promise<Admission<Peer>> {
    const { clientId, userName, password, ip, certified } = attempt
    const claimed = readClientId(clientId, userName)
    // Whoever shows a certificate shows that of this very terminal.
    if (claimed && certified && !certified.includes(claimed.sn))
      return refuse(ip, userName, 'certificate')
    const peer =
      claimed &&
      (claimed.kind === 'boot'
        ? await admitBoot(claimed.sn, password)
        : await admitDevice(claimed.sn, attempt))
    if (peer === 'busy') return busy
    if (!peer) return refuse(ip, userName, claimed ? 'password' : 'clientId')
    throttle.succeed(ip, userName)
    return { session: peer }
  }

  /** A right secret always passes; whoever fails again and again hears of it late. */
  async function refuse(ip: string, name: string, because: string): Promise<Admission<Peer>> {
    const isBlocked = throttle.isBlocked(ip, name)
    throttle.fail(ip, name)
    counted.quarantined.inc({ because: isBlocked ? 'throttled' : because })
    if (isBlocked) await sleep(lateMs, undefined, { ref: false })
    return refused
  }

  return { admit, stop: () => queue.stop() }
}

async function decideTogether(
  { pool, secrets }: AdmissionPlatform,
  candidates: readonly Candidate[],
  mayTell: MayTell,
): Promise<void> {
  const rows = await findCredentials(pool, [...new Set(candidates.map(({ sn }) => sn))])
  const bySn = new Map(rows.map((row) => [row.sn, row]))
  const proven: Proven[] = []
  for (const candidate of candidates) {
    const device = bySn.get(candidate.sn)
    if (device && isProven(secrets, device, candidate.claim)) proven.push({ candidate, device })
  }
  // Whoever has proved a secret has it, also if it must come again: no key takes its place any more.
  // Of a terminal whose row somebody else writes just now that is noted when it connects next.
  await noteUsed(pool, [...new Set(proven.flatMap(unusedOf))])
  await noteContacts(pool, contactsOf(candidates, bySn, mayTell))
  const verdicts = await judge(pool, proven)
  for (const candidate of candidates) candidate.decide(verdicts.get(candidate) ?? null)
}

type MayTell = ReturnType<typeof openContactLimit>

/** Those who come under the name of a terminal that was replaced or scrapped, whatever they prove. */
const contactsOf = (
  candidates: readonly Candidate[],
  bySn: ReadonlyMap<string, CredentialRow>,
  mayTell: MayTell,
): readonly Contact[] =>
  candidates.flatMap(({ sn, ip }): Contact[] => {
    const device = bySn.get(sn)
    if (!device || !isGone(device.lifecycle) || !mayTell(ip ?? '', sn)) return []
    return [{ deviceId: device.id, code: 'UNAUTHORISED_CONTACT', ip }]
  })

/**
 * The last step, since what failed after it would be tried again with passwords that are spent. One
 * that may be spent although nobody heard of it makes its terminal come again with another.
 */
async function judge(pool: pg.Pool, proven: readonly Proven[]): Promise<Map<Candidate, Verdict>> {
  const fresh = await spendNonces(pool, proven.flatMap(nonceOf)).then(
    (spent) => new Set(spent),
    () => null,
  )
  const verdictOf = ({ candidate: { claim }, device }: Proven): Verdict => {
    if (claim && !fresh) return 'busy'
    // Deleting sees to it that of two equal passwords in one batch only one counts.
    const isFresh = !claim || fresh?.delete(`${device.id} ${claim.nonce}`)
    return isFresh ? { kind: 'device', sn: device.sn, deviceId: device.id } : null
  }
  return new Map(proven.map((one) => [one.candidate, verdictOf(one)]))
}

function isProven(secrets: Secrets, device: CredentialRow, claim: PasswordClaim | null): boolean {
  const { id, sn, sealedSecret } = device
  if (!sealedSecret || !permittedIn(device.lifecycle).connection) return false
  return claim === null || provesSecret(secrets, { id, sn, sealedSecret }, claim)
}

const nonceOf = ({ candidate: { claim }, device }: Proven) =>
  claim ? [{ deviceId: device.id, nonce: claim.nonce, exp: claim.exp }] : []

const unusedOf = ({ device: { id, isUnused } }: Proven) => (isUnused ? [id] : [])
