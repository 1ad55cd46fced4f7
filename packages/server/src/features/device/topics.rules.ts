import { bootTopic, defaultTenant, deviceMessages, topicOf, topicRoot } from '@muster/contract'

/** Who holds a connection. */
export type Peer =
  | {
      readonly kind: 'device'
      readonly sn: string
      readonly deviceId: string
      /** Its organisation's, from the root down, as it was when it came. */
      readonly orgPath: string
    }
  | {
      readonly kind: 'boot'
      readonly sn: string
      readonly keyId: string
      /** Organisation of the enrolment key. */
      readonly orgId: string
      /** Where it called from. */
      readonly ip: string | null
    }

export const clientIdOf = (sn: string): string => `d:${sn}`
export const bootClientIdOf = (sn: string): string => `b:${sn}`

const clientForm = /^([bd]):([A-Z0-9-]{5,32})$/

/** The kind and serial number that a client id claims; the user name must say the same number. */
export function readClientId(
  clientId: string,
  userName: string,
): { readonly kind: Peer['kind']; readonly sn: string } | null {
  const [, letter, sn] = clientForm.exec(clientId) ?? []
  if (!sn || sn !== userName) return null
  return { kind: letter === 'b' ? 'boot' : 'device', sn }
}

const downPaths = ['#', '+', ...Object.values(deviceMessages.downMessages).map(({ path }) => path)]

/** The address of a message to a terminal. */
export const downTopic = (sn: string, path: string): string =>
  `${topicRoot}/${defaultTenant}/${sn}/down/${path}`

/** What the topics of a terminal's messages begin with. */
export const upTopic = (sn: string): string => `${topicRoot}/${defaultTenant}/${sn}/up/`

/** A terminal writes below its own `up/` only, a first contact on its own boot topic only. */
export function mayPublish(peer: Peer, topic: string): boolean {
  if (peer.kind === 'boot') return topic === bootTopic(peer.sn, 'up')
  return topic.startsWith(upTopic(peer.sn))
}

/** A terminal reads below its own `down/` only, a first contact its own boot topic only. */
export function maySubscribe(peer: Peer, topic: string): boolean {
  if (peer.kind === 'boot') return topic === bootTopic(peer.sn, 'down')
  return downPaths.some((path) => topic === downTopic(peer.sn, path))
}

const commandTopic = (sn: string) =>
  topicOf(deviceMessages.commandNotice, { tenant: defaultTenant, sn })

/** Whether commands reach a terminal that subscribed to these topics. */
export const hearsCommands = (sn: string, topics: readonly string[]): boolean =>
  topics.some((topic) => [downTopic(sn, '#'), downTopic(sn, '+'), commandTopic(sn)].includes(topic))
