import { isUtf8 } from 'node:buffer'
import { bootTopic } from '@muster/contract'
import type { Connection, DeviceLink, Done } from '../../../platform/brokerLink.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { bootClientIdOf, type Peer } from '../topics.rules.ts'
import { readRegistration } from './envelope.rules.ts'
import { register } from './registration.ts'

type BootPeer = Extract<Peer, { kind: 'boot' }>

/** Questions that one connection may ask. */
const maxContacts = 5

/** Answers terminals that have no credential yet, on their boot topic. */
export function openReception(
  platform: LinkPlatform,
  { link, key }: { link: DeviceLink; key: DownKey },
) {
  const asked = new WeakMap<Connection<Peer>, number>()

  async function answer(peer: BootPeer, payload: Buffer): Promise<void> {
    const reading = isUtf8(payload)
      ? readRegistration(peer.sn, payload.toString())
      : ({ fault: 'json' } as const)
    if ('fault' in reading) {
      counted.quarantined.inc({ because: reading.fault })
      return
    }
    const { id, body } = reading.message
    const told = await register({ ...platform, serverKey: key.publicKey }, peer, body)
    link.publishDown({
      clientId: bootClientIdOf(peer.sn),
      topic: bootTopic(peer.sn, 'down'),
      payload: key.envelope(peer.sn, { type: 'reg', body: told, at: platform.now(), answers: id }),
      retain: false,
    })
  }

  return (
    connection: Connection<Peer>,
    peer: BootPeer,
    message: { payload: Buffer; done: Done },
  ): void => {
    const count = (asked.get(connection) ?? 0) + 1
    asked.set(connection, count)
    if (count > maxContacts) {
      message.done(new Error('too many first contacts'))
      return
    }
    counted.received.inc({ kind: 'reg' })
    answer(peer, message.payload).then(
      () => message.done(),
      (error: unknown) => {
        platform.log.warn({ err: error, sn: peer.sn }, 'a first contact could not be answered')
        message.done(new Error('not answered'))
      },
    )
  }
}
