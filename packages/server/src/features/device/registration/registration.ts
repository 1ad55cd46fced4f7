import { appliesPath, defaultTenant, type deviceMessages, devicesPath } from '@muster/contract'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { type InTurn, openTurns } from '../../../kit/turns.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import type { Registration } from '../envelope.rules.ts'
import { noteContacts } from '../event/noteContacts.ts'
import { isGone } from '../lifecycle.rules.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import type { Peer } from '../topics.rules.ts'
import { makeSecret } from './credentials.ts'
import { forgetModelKnock, noteModelKnock } from './modelKnock.queries.ts'
import {
  addUnclaimed,
  admitUnclaimed,
  findKnown,
  findModel,
  findSerialRules,
  holdPlace,
  type ModelRow,
  noteKnock,
  noteRefused,
  saveSecret,
  spendKey,
  type UnclaimedDevice,
} from './registration.queries.ts'
import {
  decideRegistration,
  keepsCredential,
  type KnownDevice,
  type RegistrationStep,
  usesKey,
} from './registration.rules.ts'
import { fitsOneRule } from './serialRules.ts'

export type RegistrationAnswer = z.output<ReturnType<typeof deviceMessages.registrationAnswer>>

type BootPeer = Extract<Peer, { kind: 'boot' }>

interface Contact {
  readonly peer: BootPeer
  /** Its own organisation, else the key's. */
  readonly orgId: string
  readonly body: Registration
  readonly model: ModelRow | null
  readonly known: KnownDevice | null
}

/** Less than a terminal waits for its answer, which would otherwise be made for nobody. */
const patienceMs = 10_000

const turns = new WeakMap<pg.Pool, InTurn>()

/**
 * A whole estate may come at once by one key, where each waits for the one before: the other half of the
 * pool stays with those who are registered.
 */
function turnsOf(pool: pg.Pool): InTurn {
  const known = turns.get(pool) ?? openTurns(Math.floor(pool.options.max / 2), { patienceMs })
  turns.set(pool, known)
  return known
}

/** Undoes what was written for a terminal whose key was spent, or became void, in the meantime. */
class KeySpent extends Error {}

/** Answers a first contact, and keeps what the answer says. */
export async function register(
  platform: LinkPlatform & { readonly serverKey: string },
  peer: BootPeer,
  body: Registration,
): Promise<RegistrationAnswer> {
  const { pool } = platform
  try {
    const { answer, changed, orgId, isNewModel } = await turnsOf(pool)(() =>
      inTransaction(pool, (client) => keep({ platform, client }, peer, body)),
    )
    if (isNewModel) platform.live.changed({ path: appliesPath, ids: [], orgIds: [orgId] })
    if (changed) platform.live.changed({ path: devicesPath, ids: [changed], orgIds: [orgId] })
    return answer
  } catch (error) {
    if (error instanceof KeySpent) return refusal(platform, 'KEY_SPENT')
    throw error
  }
}

const refusal = ({ now }: Pick<LinkPlatform, 'now'>, reason: string): RegistrationAnswer => ({
  result: 'REFUSED',
  reason,
  serverTime: now().getTime(),
})

async function keep({ platform, client }: Tools, peer: BootPeer, body: Registration) {
  const known = await findKnown(client, peer)
  const orgId = known?.orgId ?? peer.orgId
  const model = await findModel(client, body, orgId)
  const modelId = model?.id ?? null
  const isWelcome = await mayComeIn(client, { sn: peer.sn, modelId, known })
  const step = decideRegistration({ contact: body, known, modelId, isWelcome })
  const carried = await carryOut({ platform, client }, step, { peer, orgId, body, model, known })
  const waiting = carried.answer.result === 'UNCLAIMED' ? (carried.changed ?? known?.id) : null
  if (waiting) await noteKnock(client, { id: waiting, ip: peer.ip, keyId: peer.keyId })
  const isNewModel = await followModel(client, { peer, step, body, known })
  // The last statement: until the commit everybody else with this key waits for its row.
  if (usesKey(step) && !(await spendKey(client, peer.keyId))) throw new KeySpent()
  return { ...carried, orgId, isNewModel }
}

interface Judged {
  readonly peer: BootPeer
  readonly step: RegistrationStep
  readonly body: Registration
  readonly known: KnownDevice | null
}

/** Who says to be of a model that nobody has stands where somebody can see it, until he comes as another. True: since now. */
async function followModel(
  client: pg.ClientBase,
  { peer: { sn, orgId, ip }, step, body, known }: Judged,
): Promise<boolean> {
  if (step.do === 'refuse' && step.because === 'MODEL_UNKNOWN')
    return noteModelKnock(client, { sn, orgId, ip, contact: body })
  if (!known && step.do !== 'refuse') await forgetModelKnock(client, { sn, orgId })
  return false
}

/** Only of terminals that nobody has claimed it is asked what the rules for serial numbers say. */
async function mayComeIn(
  client: pg.ClientBase,
  { sn, modelId, known }: { sn: string; modelId: string | null; known: KnownDevice | null },
): Promise<boolean> {
  if (!modelId || (known && known.lifecycle !== 'UNCLAIMED')) return false
  return fitsOneRule(sn, modelId, await findSerialRules(client))
}

interface Tools {
  readonly platform: LinkPlatform & { readonly serverKey: string }
  readonly client: pg.ClientBase
}

interface Carried {
  readonly answer: RegistrationAnswer
  readonly changed: string | null
}

async function carryOut(
  { platform, client }: Tools,
  step: RegistrationStep,
  { peer, orgId, body, model, known }: Contact,
): Promise<Carried> {
  const serverTime = platform.now().getTime()
  const waits = { result: 'UNCLAIMED', serverTime } as const
  if (step.do === 'refuse') {
    if (known && isGone(known.lifecycle) && known.isOfKey)
      await noteContacts(client, [{ deviceId: known.id, code: 'UNAUTHORISED_CONTACT', ip: null }])
    const isNoted = known && keepsCredential(step.because) && (await noteRefused(client, known.id))
    return { answer: refusal(platform, step.because), changed: isNoted ? known.id : null }
  }
  if (step.do === 'wait') return { answer: waits, changed: null }
  const { firmware, agentVersion } = body
  const { sn } = peer
  const versions = { firmware, agentVersion }
  const id =
    step.do === 'register' ? step.id : await takeIn(client, step, { sn, orgId, ...versions })
  if (step.do === 'claim' || id === null) return { answer: waits, changed: id }
  if (step.do === 'admit' && !(await admitUnclaimed(client, id)))
    return { answer: waits, changed: id }
  const { plain, sealed } = makeSecret(platform.secrets, id)
  await saveSecret(client, { id, keyId: peer.keyId, sealed, ...versions })
  const answer = {
    result: 'REGISTERED',
    tenant: defaultTenant,
    secret: plain,
    serverKey: platform.serverKey,
    heartbeatSeconds: model?.heartbeatSeconds ?? platform.env.heartbeatSeconds,
    serverTime,
  } as const
  return { answer, changed: id }
}

/** Puts a terminal that nobody announced on record, unless it is; answers its id. */
async function takeIn(
  client: pg.ClientBase,
  step: Extract<RegistrationStep, { do: 'claim' | 'admit' }>,
  device: Omit<UnclaimedDevice, 'modelId'>,
): Promise<string | null> {
  if (step.do === 'claim') return addUnclaimed(client, { ...device, modelId: step.modelId })
  await holdPlace(client, device.orgId)
  return step.id ?? addUnclaimed(client, { ...device, modelId: step.modelId })
}
