import { isUtf8 } from 'node:buffer'
import { bootTopic } from '@muster/contract'
import type { Connection, DeviceLink, Done } from '../../../platform/brokerLink.ts'
import type { DownKey } from '../downKey.ts'
import { readRegistration } from '../envelope.rules.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import type { Trail } from '../trail/trail.ts'
import { counted } from '../metrics.ts'
import { bootClientIdOf, type Peer } from '../topics.rules.ts'
import { register } from './registration.ts'

type BootPeer = Extract<Peer, { kind: 'boot' }>

/** Questions that one connection may ask. */
const maxContacts = 5

/** Answers a first contact on its boot topic. Rejects when it could not be stored. */
export type AnswerContact = (peer: BootPeer, payload: Buffer) => Promise<void>

/** Answers terminals that have no credential yet. */
export function answerContacts(
  platform: LinkPlatform,
  { link, key, trail }: { link: DeviceLink; key: DownKey; trail: Trail },
): AnswerContact {
  return async (peer, payload) => {
    counted.received.inc({ kind: 'reg' })
    const reading = isUtf8(payload)
      ? readRegistration(peer.sn, payload.toString())
      : ({ fault: 'text' } as const)
    if ('fault' in reading) {
      counted.quarantined.inc({ because: reading.fault })
      trail.refused({ sn: peer.sn, path: 'reg', payload, reason: reading.fault })
      return
    }
    const { id, body } = reading.message
    const names = { type: 'reg', path: 'reg', messageId: id, correlationId: id }
    const heard = trail.heard({ sn: peer.sn, ...names, payload }, () => undefined)
    const told = await register({ ...platform, serverKey: key.publicKey }, peer, body)
    heard()
    link.publishDown({
      clientId: bootClientIdOf(peer.sn),
      topic: bootTopic(peer.sn, 'down'),
      payload: key.envelope(peer.sn, { type: 'reg', body: told, at: platform.now(), answers: id }),
      retain: false,
    })
  }
}

/** Lets each connection ask a few times only; `done` closes the connection of one that asks on. */
export function limitContacts(answer: AnswerContact, log: LinkPlatform['log']) {
  const asked = new WeakMap<Connection<Peer>, number>()
  return (
    connection: Connection<Peer>,
    peer: BootPeer,
    message: { payload: Buffer; done: Done },
  ): void => {
    const count = (asked.get(connection) ?? 0) + 1
    asked.set(connection, count)
    if (count > maxContacts) message.done(new Error('too many first contacts'))
    else finish(answer(peer, message.payload), message.done, log)
  }
}

/** Acknowledges a first contact that was answered; one that was not comes again. */
function finish(answered: Promise<void>, done: Done, log: LinkPlatform['log']): void {
  answered.then(
    () => done(),
    (error: unknown) => {
      log.warn({ err: error }, 'a first contact could not be answered')
      done(new Error('not answered'))
    },
  )
}
