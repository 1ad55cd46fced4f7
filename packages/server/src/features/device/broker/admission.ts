import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginFailureCause } from '@muster/contract'
import type pg from 'pg'
import { openBatcher, type Waiting } from '../../../platform/batcher.ts'
import type { Admission, ConnectAttempt } from '../../../platform/brokerLink.ts'
import { type Contact, noteContacts } from '../event/noteContacts.ts'
import { isGone, permittedIn } from '../lifecycle.rules.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { provesSecret } from '../registration/credentials.ts'
import { type PasswordClaim, readPassword } from '../registration/password.rules.ts'
import { type Peer, readClientId } from '../topics.rules.ts'
import {
  type CredentialRow,
  findAuthorities,
  findCredentials,
  findEnrolmentKey,
  noteUsed,
  spendNonces,
} from './admission.queries.ts'
import { openBans } from './bans.ts'
import { openContactLimit } from './contactLimit.ts'
import { openFailureLog } from './failureLog.ts'
import { openThrottle, type ThrottleRules } from './throttle.ts'

/** Why somebody is refused, and under the name of which terminal he came. */
interface Refused {
  readonly cause: LoginFailureCause
  readonly device: Pick<CredentialRow, 'id' | 'orgId' | 'modelId'> | null
}

/** Busy: it is to come again. */
type Verdict = Peer | 'busy' | Refused

const refusedFor = (cause: LoginFailureCause, device: Refused['device'] = null): Refused => ({
  cause,
  device,
})

/** A terminal that asks to come in, until its batch has told whether it may come in. */
interface Candidate extends Waiting {
  readonly sn: string
  readonly ip: string | null
  /** Null: its certificate vouches for it. */
  readonly claim: PasswordClaim | null
  /** What has signed its certificate; null: it has shown none, or one that counts for every terminal. */
  readonly chain: readonly string[] | null
  readonly decide: (verdict: Verdict) => void
}

interface Proven {
  readonly candidate: Candidate
  readonly device: CredentialRow
}

/** How late a place that failed too often hears that it has failed again. */
const lateMs = 5_000

/** How the metrics call what is no wrong password. */
const counters: Partial<Record<LoginFailureCause, string>> = {
  CERTIFICATE: 'certificate',
  CLIENT_ID: 'clientId',
  BANNED: 'banned',
}

const refused = { refuse: 'refused' } as const
const busy = { refuse: 'busy' } as const

/** Who may connect. Terminals that come together are looked up together. */
export function openAdmission(
  platform: LinkPlatform,
  rules: () => ThrottleRules,
): {
  readonly admit: (attempt: ConnectAttempt) => Promise<Admission<Peer>>
  /** Whether nobody has banned it, of one whose proof somebody else has judged. */
  readonly isWelcome: (ip: string, sn: string) => Promise<boolean>
  readonly stop: () => Promise<void>
} {
  const throttle = openThrottle(platform.now, rules)
  const mayTell = openContactLimit(platform.now)
  const bans = openBans(platform)
  const failures = openFailureLog(platform)
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
    if (!claim && !isVouchedFor) return Promise.resolve(refusedFor('UNREADABLE'))
    return new Promise((resolve) => {
      const done = (error?: Error | null) => error && resolve('busy')
      const chain = certified?.chain ?? null
      const at = platform.now().getTime()
      if (!queue.add({ sn, ip, claim, chain, at, done, decide: resolve })) resolve('busy')
    })
  }

  async function admitBoot(sn: string, { password: token, ip }: ConnectAttempt): Promise<Verdict> {
    const key = await findEnrolmentKey(platform.pool, token)
    if (!key) return refusedFor('ENROLMENT_KEY')
    return { kind: 'boot', sn, keyId: key.id, orgId: key.orgId, ip }
  }

  async function judgeOne(
    claimed: ReturnType<typeof readClientId>,
    attempt: ConnectAttempt,
  ): Promise<Verdict> {
    if (!claimed) return refusedFor('CLIENT_ID')
    const { certified } = attempt
    // Whoever shows a certificate shows that of this very terminal.
    if (certified && !certified.names.includes(claimed.sn)) return refusedFor('CERTIFICATE')
    return claimed.kind === 'boot'
      ? admitBoot(claimed.sn, attempt)
      : admitDevice(claimed.sn, attempt)
  }

  async function admit(attempt: ConnectAttempt): Promise<Admission<Peer>> {
    const { clientId, userName, ip } = attempt
    const claimed = readClientId(clientId, userName)
    const banned = await bans.find(ip, claimed?.sn ?? userName)
    const verdict = banned ? refusedFor('BANNED', banned.device) : await judgeOne(claimed, attempt)
    if (verdict === 'busy') return busy
    if ('cause' in verdict) return refuse(attempt, verdict)
    throttle.succeed(ip, userName)
    return { session: verdict }
  }

  /** A right secret always passes; whoever fails again and again hears of it late. */
  async function refuse(
    { ip, userName: name }: ConnectAttempt,
    { cause, device }: Refused,
  ): Promise<Admission<Peer>> {
    failures.note({ cause, device, name, ip })
    const because = counters[cause] ?? 'password'
    const isBlocked = throttle.isBlocked(ip, name)
    throttle.fail(ip, name)
    counted.quarantined.inc({ because: isBlocked ? 'throttled' : because })
    if (isBlocked) await sleep(lateMs, undefined, { ref: false })
    return refused
  }

  return {
    admit,
    isWelcome: bans.isWelcome,
    async stop() {
      await Promise.all([queue.stop(), bans.stop()])
      await failures.stop()
    },
  }
}

async function decideTogether(
  { pool, secrets }: LinkPlatform,
  candidates: readonly Candidate[],
  mayTell: MayTell,
): Promise<void> {
  const rows = await findCredentials(pool, [...new Set(candidates.map(({ sn }) => sn))])
  const bySn = new Map(rows.map((row) => [row.sn, row]))
  const authorities = await authoritiesIn(pool, candidates)
  const isOthers = (candidate: Candidate) =>
    isVouchedForByOthers(candidate, bySn.get(candidate.sn), authorities)
  const proven: Proven[] = []
  for (const candidate of candidates) {
    const device = bySn.get(candidate.sn)
    if (device && !isOthers(candidate) && isProven(secrets, device, candidate.claim))
      proven.push({ candidate, device })
  }
  const failed = (candidate: Candidate) =>
    isOthers(candidate)
      ? refusedFor('CERTIFICATE', bySn.get(candidate.sn) ?? null)
      : whyNot(bySn.get(candidate.sn))
  // Whoever has proved a secret has it, also if it must come again: no key takes its place any more.
  // Of a terminal whose row somebody else writes just now that is noted when it connects next.
  await noteUsed(pool, [...new Set(proven.flatMap(unusedOf))])
  await noteContacts(pool, contactsOf(candidates, bySn, mayTell))
  const verdicts = await judge(pool, proven)
  for (const candidate of candidates) candidate.decide(verdicts.get(candidate) ?? failed(candidate))
}

/** Of what stands above the certificates shown, whose vendors' authorities they are. */
async function authoritiesIn(
  pool: pg.Pool,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const shown = [...new Set(candidates.flatMap(({ chain }) => chain ?? []))]
  return shown.length === 0 ? new Map() : findAuthorities(pool, shown)
}

/** An authority of a vendor vouches for terminals of that vendor, and for no others. */
const isVouchedForByOthers = (
  { chain }: Candidate,
  device: CredentialRow | undefined,
  authorities: ReadonlyMap<string, ReadonlySet<string>>,
): boolean =>
  chain !== null && !chain.some((sha256) => authorities.get(sha256)?.has(device?.vendorId ?? ''))

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
    if (!isFresh) return refusedFor('REPEATED', device)
    const { sn, id: deviceId, orgPath } = device
    return { kind: 'device', sn, deviceId, orgPath }
  }
  return new Map(proven.map((one) => [one.candidate, verdictOf(one)]))
}

/** Why somebody is not believed who came under this terminal's name. */
function whyNot(device: CredentialRow | undefined): Refused {
  if (!device) return refusedFor('UNKNOWN_SN')
  const isPermitted = permittedIn(device.lifecycle).connection
  return refusedFor(isPermitted ? 'BAD_SECRET' : 'NOT_PERMITTED', device)
}

function isProven(
  secrets: LinkPlatform['secrets'],
  device: CredentialRow,
  claim: PasswordClaim | null,
): boolean {
  const { id, sn, sealedSecret } = device
  if (!sealedSecret || !permittedIn(device.lifecycle).connection) return false
  return claim === null || provesSecret(secrets, { id, sn, sealedSecret }, claim)
}

const nonceOf = ({ candidate: { claim }, device }: Proven) =>
  claim ? [{ deviceId: device.id, nonce: claim.nonce, exp: claim.exp }] : []

const unusedOf = ({ device: { id, isUnused } }: Proven) => (isUnused ? [id] : [])
