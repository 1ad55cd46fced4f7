import { randomUUID } from 'node:crypto'
import { type DeviceEnvelope, deviceMessages } from '@muster/contract'
import { makeToken, tokenHash } from '../src/platform/secrets.ts'
import { connectRaw, type TestGateway, TestTerminal } from './testGateway.ts'

/** An enrolment key of an organisation. */
export async function addKey(
  { sql }: TestGateway,
  orgId: string,
  { maxUses = 100, isOver = false } = {},
): Promise<string> {
  const made = makeToken()
  await sql(
    `insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
      values ($1, $2, now() + $3::interval, $4)`,
    [orgId, tokenHash(made), isOver ? '-1 second' : '1 hour', maxUses],
  )
  return made
}

export interface ContactWishes {
  /** The enrolment key. */
  readonly with: string
  readonly model?: string
}

/** One first contact, from the connection to the answer. */
export async function enrol(
  { url }: TestGateway,
  sn: string,
  { with: key, model = 'model' }: ContactWishes,
) {
  const client = await connectRaw(url, { clientId: `b:${sn}`, username: sn, password: key })
  const terminal = new TestTerminal(client, sn)
  await client.subscribeAsync(`tms/v1/boot/${sn}/down/reg`, { qos: 1 })
  const body = { sn, model, vendor: 'vendor', agentVersion: 'A1', firmware: 'F1' }
  const message: DeviceEnvelope = { v: 1, id: randomUUID(), ts: Date.now(), type: 'reg', body }
  await terminal.raw(`tms/v1/boot/${sn}/up/reg`, JSON.stringify(message))
  const answer = await terminal.message('reg')
  await terminal.leave()
  if (answer.cid !== message.id) throw new Error('the answer is to another question')
  return deviceMessages.registrationAnswer().parse(answer.body)
}
