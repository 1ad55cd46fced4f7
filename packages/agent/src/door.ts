import { randomUUID } from 'node:crypto'
import { topicRoot } from '@muster/contract/protocol'
import {
  fetchServerInfo,
  type Letter,
  type Link,
  makePassword,
  openLink,
  requestPassword,
  type TerminalClock,
} from '@muster/terminal'
import type { Config } from './config.ts'
import type { Identity } from './identity.ts'
import { openPollLink } from './pollLink.ts'

export interface DoorParts {
  readonly config: Config
  readonly identity: Identity
  readonly clock: TerminalClock
  readonly signal: AbortSignal
}

export const proveWith =
  ({ identity, clock }: Pick<DoorParts, 'identity' | 'clock'>) =>
  (): string =>
    makePassword(identity.sn, identity.secret, clock.serverNow())

/** Connects as the settings say: to the broker that the platform names, or by polls. */
export async function openDoor(
  parts: DoorParts,
  will: Letter,
  onMessage: (payload: Buffer) => void,
): Promise<Link> {
  const { config, identity, clock, signal } = parts
  const { sn } = identity
  const info = await fetchServerInfo(config.server, signal)
  clock.learn(info.time)
  const prove = proveWith(parts)
  const take = (_topic: string, payload: Buffer) => onMessage(payload)
  if (config.poll)
    return openPollLink({ platform: config.server, sn, prove, onMessage: take, signal })
  const isToken = info.password === 'token'
  const asked = { bearer: prove(), body: { sn }, signal }
  const password = isToken ? (await requestPassword(config.server, asked)).password : prove()
  const link = await openLink({
    url: info.mqtt,
    signal,
    clientId: `d:${sn}`,
    userName: sn,
    password,
    isLasting: !isToken,
    // The broker tells it later: by then it is another message than those before.
    will: { topic: will.topic, payload: JSON.stringify({ ...will.envelope, id: randomUUID() }) },
    onMessage: take,
  })
  try {
    await link.subscribe(`${topicRoot}/${identity.tenant}/${sn}/down/#`)
  } catch (error) {
    link.cut()
    throw error
  }
  return link
}
