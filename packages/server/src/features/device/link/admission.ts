import type pg from 'pg'
import { openBatcher, type Waiting } from '../../../platform/batcher.ts'
import type { Admission, ConnectAttempt } from '../../../platform/brokerLink.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import {
  type CredentialRow,
  findCredentials,
  findEnrolmentKey,
  spendNonces,
} from './admission.queries.ts'
import { provesSecret } from './credentials.ts'
import { permittedIn } from '../lifecycle.rules.ts'
import { counted } from '../metrics.ts'
import { type PasswordClaim, readPassword } from './password.rules.ts'
import { type Peer, readClientId } from '../topics.rules.ts'
import { openThrottle } from './throttle.ts'

interface AdmissionPlatform {
  readonly pool: pg.Pool
  readonly secrets: Secrets
  readonly now: () => Date
}

/** A terminal at the door, until its batch has told whether it may come in. */
interface Candidate extends Waiting {
  readonly sn: string
  readonly claim: PasswordClaim
  readonly decide: (peer: Peer | null) => void
}

interface Proven {
  readonly candidate: Candidate
  readonly device: CredentialRow
}

const refused = { refuse: 'refused' } as const
const busy = { refuse: 'busy' } as const

/** Who may connect. Terminals that come together are looked up together. */
export function openAdmission(platform: AdmissionPlatform): {
  readonly admit: (attempt: ConnectAttempt) => Promise<Admission<Peer>>
  readonly stop: () => Promise<void>
} {
  const throttle = openThrottle(platform.now)
  const door = openBatcher<Candidate>({
    flush: (candidates) => decideTogether(platform, candidates),
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 500,
    lingerMs: 5,
    maxWaiting: 5_000,
    maxWaitMs: 5_000,
  })

  function admitDevice(sn: string, password: string): Promise<Peer | null | 'busy'> {
    const claim = readPassword(password, platform.now())
    if (!claim) return Promise.resolve(null)
    return new Promise((resolve) => {
      const done = (error?: Error | null) => error && resolve('busy')
      if (!door.add({ sn, claim, at: platform.now().getTime(), done, decide: resolve }))
        resolve('busy')
    })
  }

  async function admitBoot(sn: string, token: string): Promise<Peer | null> {
    const key = await findEnrolmentKey(platform.pool, token)
    return key ? { kind: 'boot', sn, keyId: key.id, orgId: key.orgId } : null
  }

  async function admit({
    clientId,
    userName,
    password,
    ip,
  }: ConnectAttempt): Promise<Admission<Peer>> {
    const claimed = readClientId(clientId, userName)
    if (throttle.isBlocked(ip, userName)) return refuse('throttled')
    const peer =
      claimed &&
      (claimed.kind === 'boot'
        ? await admitBoot(claimed.sn, password)
        : await admitDevice(claimed.sn, password))
    if (peer === 'busy') return busy
    if (peer) {
      throttle.succeed(ip, userName)
      return { session: peer }
    }
    throttle.fail(ip, userName)
    return refuse(claimed ? 'password' : 'clientId')
  }

  return { admit, stop: () => door.stop() }
}

function refuse(because: string): Admission<Peer> {
  counted.quarantined.inc({ because })
  return refused
}

async function decideTogether(
  { pool, secrets }: AdmissionPlatform,
  candidates: readonly Candidate[],
): Promise<void> {
  const rows = await findCredentials(pool, [...new Set(candidates.map(({ sn }) => sn))])
  const bySn = new Map(rows.map((row) => [row.sn, row]))
  const proven: Proven[] = []
  for (const candidate of candidates) {
    const device = bySn.get(candidate.sn)
    if (device && isProven(secrets, device, candidate.claim)) proven.push({ candidate, device })
  }
  const fresh = new Set(await spendNonces(pool, proven.map(nonceOf)))
  const admitted = new Map<Candidate, Peer>()
  // Deleting sees to it that of two equal passwords in one batch only one counts.
  for (const one of proven)
    if (fresh.delete(`${one.device.id} ${one.candidate.claim.nonce}`))
      admitted.set(one.candidate, { kind: 'device', sn: one.device.sn, deviceId: one.device.id })
  for (const candidate of candidates) candidate.decide(admitted.get(candidate) ?? null)
}

function isProven(secrets: Secrets, device: CredentialRow, claim: PasswordClaim): boolean {
  const { id, sn, sealedSecret } = device
  if (!sealedSecret || !permittedIn(device.lifecycle).connection) return false
  return provesSecret(secrets, { id, sn, sealedSecret }, claim)
}

const nonceOf = ({ candidate, device }: Proven) => ({
  deviceId: device.id,
  nonce: candidate.claim.nonce,
  exp: candidate.claim.exp,
})
