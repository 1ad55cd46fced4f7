import * as z from 'zod/mini'
import { once } from './once.ts'

/** The first two levels of every topic of the device protocol. */
export const topicRoot = 'tms/v1'

/** The estate's name inside topics; one installation is one tenant. */
export const defaultTenant = 'main'

/** No message is larger than this many bytes. */
export const maxMessageBytes = 128 * 1024

/** A message from a terminal to the server. `path` is the topic below `…/up/`; `:x` stands for one level. */
export interface UpMessage<B extends z.ZodMiniType = z.ZodMiniType> {
  readonly direction: 'up'
  readonly path: string
  readonly qos: 0 | 1
  readonly body: B
}

/** A message from the server to a terminal. `path` is the topic below `…/down/`. */
export interface DownMessage<B extends z.ZodMiniType = z.ZodMiniType> {
  readonly direction: 'down'
  readonly path: string
  readonly qos: 0 | 1
  readonly retain: boolean
  readonly body: B
}

/** A message that a terminal sends, at least once. */
export const up = <B extends z.ZodMiniType>(path: string, body: () => B): UpMessage<B> => {
  const made = once(body)
  return {
    direction: 'up',
    path,
    qos: 1,
    get body() {
      return made()
    },
  }
}

/** A message that a terminal gets, unless said at least once, and not again when it subscribes anew. */
export const down = <B extends z.ZodMiniType>(
  path: string,
  body: () => B,
  { qos = 1, retain = false }: Partial<Pick<DownMessage, 'qos' | 'retain'>> = {},
): DownMessage<B> => {
  const made = once(body)
  return {
    direction: 'down',
    path,
    qos,
    retain,
    get body() {
      return made()
    },
  }
}

/** `tms/v1/{tenant}/{sn}/up/{path}`; `values` fill the `:x` levels. */
export function topicOf(
  message: UpMessage | DownMessage,
  address: { readonly tenant: string; readonly sn: string },
  values: Readonly<Record<string, string>> = {},
): string {
  const path = message.path.replace(/:(\w+)/g, (_, key: string) => values[key] ?? '+')
  return `${topicRoot}/${address.tenant}/${address.sn}/${message.direction}/${path}`
}

/** Topics of a terminal that has no credential of its own yet. */
export const bootTopic = (sn: string, direction: 'up' | 'down') =>
  `${topicRoot}/boot/${sn}/${direction}/reg`

/** What surrounds every body. Times are epoch milliseconds. */
export const envelope = once(() =>
  z.object({
    /** Version of this protocol. */
    v: z.literal(1),
    /** Unique per message; receivers act on each id at most once. */
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    /** The sender's clock. */
    ts: z.int(),
    /** The first level of the topic's path, e.g. `hb`; `reg` on the boot topics. */
    type: z.string().check(z.maxLength(32)),
    /** Correlates an answer with what it answers. */
    cid: z.optional(z.string().check(z.maxLength(64))),
    /** Up only: asks for D-ACK, the platform's own word that this message is kept. */
    ack: z.optional(z.boolean()),
    /** Rises within one boot session of the terminal. */
    seq: z.optional(z.int()),
    /** Down only: a terminal drops the message after this moment. */
    exp: z.optional(z.int()),
    /** What the message says, by its type. */
    body: z.unknown(),
    /** Down only: Ed25519 (base64) over `downText`, by the key the registration answered. */
    sig: z.optional(z.string()),
  }),
)
export type DeviceEnvelope = z.output<ReturnType<typeof envelope>>

/** The text a down message's signature covers; the digest is SHA-256 of the body's JSON, lower-case hex. */
export function downText(
  message: Pick<DeviceEnvelope, 'id' | 'ts' | 'type' | 'exp'>,
  sn: string,
  bodyDigest: string,
): string {
  return [
    'MUSTER-DOWN1',
    sn,
    message.id,
    message.ts,
    message.type,
    message.exp ?? 0,
    bodyDigest,
  ].join('\n')
}

/**
 * The text a terminal's MQTT password proves: `v1.<exp>.<nonce>.<mac>` with
 * mac = HMAC-SHA-256 (base64url) by the terminal's secret; `exp` in epoch seconds, at most a day ahead.
 */
export function passwordText(sn: string, exp: number, nonce: string): string {
  return ['MUSTER-MQTT1', sn, exp, nonce].join('\n')
}
