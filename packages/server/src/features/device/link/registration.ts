import { defaultTenant, type deviceMessages } from '@muster/contract'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { inTransaction } from '../../../platform/transaction.ts'
import { makeSecret } from './credentials.ts'
import { devicesPath } from '../paths.ts'
import type { Registration } from './envelope.rules.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import type { Peer } from '../topics.rules.ts'
import {
  addUnclaimed,
  findKnown,
  findModel,
  type ModelRow,
  saveSecret,
  spendKey,
} from './registration.queries.ts'
import { decideRegistration, type RegistrationStep } from './registration.rules.ts'

export type RegistrationAnswer = z.output<typeof deviceMessages.registrationAnswer>

type BootPeer = Extract<Peer, { kind: 'boot' }>

interface Contact {
  readonly peer: BootPeer
  readonly body: Registration
  readonly model: ModelRow | null
}

/** Answers a first contact, and keeps what the answer says. */
export async function register(
  platform: LinkPlatform & { readonly serverKey: string },
  peer: BootPeer,
  body: Registration,
): Promise<RegistrationAnswer> {
  const { answer, changed, orgId } = await inTransaction(platform.pool, async (client) => {
    const known = await findKnown(client, peer.sn, peer.orgId)
    const model = await findModel(client, body, known?.orgId ?? peer.orgId)
    const step = decideRegistration({ contact: body, known, modelId: model?.id ?? null })
    const carried = await carryOut({ platform, client }, step, { peer, body, model })
    return { ...carried, orgId: known?.orgId ?? peer.orgId }
  })
  if (changed) platform.live.changed({ path: devicesPath, ids: [changed], orgIds: [orgId] })
  return answer
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
  { peer, body, model }: Contact,
): Promise<Carried> {
  const serverTime = platform.now().getTime()
  const refuse = (reason: string): Carried => ({
    answer: { result: 'REFUSED', reason, serverTime },
    changed: null,
  })
  const waits = { result: 'UNCLAIMED', serverTime } as const
  if (step.do === 'refuse') return refuse(step.because)
  if (step.do === 'wait') return { answer: waits, changed: null }
  if (!(await spendKey(client, peer.keyId))) return refuse('KEY_SPENT')
  const { firmware, agentVersion } = body
  if (step.do === 'claim') {
    const device = { sn: peer.sn, orgId: peer.orgId, modelId: step.modelId, firmware, agentVersion }
    return { answer: waits, changed: await addUnclaimed(client, device) }
  }
  const { plain, sealed } = makeSecret(platform.secrets, step.id)
  await saveSecret(client, { id: step.id, sealed, firmware, agentVersion })
  const answer = {
    result: 'REGISTERED',
    tenant: defaultTenant,
    secret: plain,
    serverKey: platform.serverKey,
    heartbeatSeconds: model?.heartbeatSeconds ?? platform.env.heartbeatSeconds,
    serverTime,
  } as const
  return { answer, changed: step.id }
}
