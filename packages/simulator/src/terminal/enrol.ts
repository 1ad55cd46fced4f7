import { bootTopic, deviceMessages, envelope } from '@muster/contract'
import * as z from 'zod/mini'
import {
  type TerminalClock,
  upEnvelope,
  type Link,
  openLink,
  registerAt,
  type Credential,
} from '@muster/terminal'
import type { Identity } from './identity.ts'

const answerEnvelope = z.extend(envelope(), {
  type: z.literal('reg'),
  body: deviceMessages.registrationAnswer(),
})
type Answer = z.output<ReturnType<typeof deviceMessages.registrationAnswer>>

export interface FirstContact {
  /** Address of the broker. */
  readonly url: string
  /** Where the platform answers HTTP; null: the broker takes the registration. */
  readonly platform: string | null
  readonly identity: Identity
  readonly firmware: string
  readonly agentVersion: string
  /** The enrolment key of the organisation. */
  readonly token: string
  readonly clock: TerminalClock
  readonly signal: AbortSignal
}

export type Enrolment =
  | { readonly credential: Credential }
  | { readonly refused: string; readonly isUnclaimed: boolean }

/** Milliseconds that a terminal waits for the server's answer. */
const patience = 20_000

/** The first contact: shows the enrolment key and asks for a credential of its own. */
export async function enrol(contact: FirstContact): Promise<Enrolment> {
  const { platform, token: bearer, signal } = contact
  const answer =
    platform === null
      ? await askBroker(contact)
      : await registerAt(platform, { bearer, body: bodyOf(contact), signal })
  contact.clock.learn(answer.serverTime)
  return enrolmentOf(answer)
}

async function askBroker(contact: FirstContact): Promise<Answer> {
  const { sn } = contact.identity
  const answered = Promise.withResolvers<Answer>()
  const link = await openLink({
    url: contact.url,
    signal: contact.signal,
    clientId: `b:${sn}`,
    userName: sn,
    password: contact.token,
    isLasting: false,
    onMessage: (_, payload) => {
      const answer = readAnswer(payload)
      if (answer) answered.resolve(answer)
      else answered.reject(new Error('the answer to the registration breaks the contract'))
    },
  })
  const timer = setTimeout(() => answered.reject(new Error('no answer')), patience)
  const cut = () => link.cut()
  contact.signal.addEventListener('abort', cut)
  void link.closed.then(() => answered.reject(new Error('closed before the answer')))
  try {
    await link.subscribe(bootTopic(sn, 'down'))
    const [answer] = await Promise.all([answered.promise, ask(contact, link)])
    return answer
  } finally {
    clearTimeout(timer)
    contact.signal.removeEventListener('abort', cut)
    void link.leave(1000)
    // Whoever failed first has been told; the rest must not count as unheard.
    answered.promise.catch(() => undefined)
  }
}

function bodyOf({ identity, firmware, agentVersion }: FirstContact) {
  const { sn, model, vendor } = identity
  return { sn, model, vendor, firmware, agentVersion }
}

function ask(contact: FirstContact, link: Link): Promise<void> {
  const message = upEnvelope('reg', bodyOf(contact), { ts: contact.clock.now() })
  return link.publish(bootTopic(contact.identity.sn, 'up'), JSON.stringify(message))
}

function readAnswer(payload: Buffer): Answer | null {
  try {
    return answerEnvelope.parse(JSON.parse(payload.toString('utf8'))).body
  } catch {
    return null
  }
}

function enrolmentOf(answer: Answer): Enrolment {
  const { result, reason, tenant, secret, serverKey, heartbeatSeconds = 120 } = answer
  if (result === 'REGISTERED' && tenant && secret && serverKey)
    return { credential: { tenant, secret, serverKey, heartbeatSeconds } }
  return { refused: reason ?? result, isUnclaimed: result === 'UNCLAIMED' }
}
