import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { encodeAccount, encodeOperator, encodeUser, type User } from '@nats-io/jwt'
import {
  createAccount,
  createOperator,
  createUser,
  fromPublic,
  fromSeed,
  Prefix,
} from '@nats-io/nkeys'
import { Codec } from '@nats-io/nkeys/lib/codec.js'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Secrets } from './secrets.ts'

/** What a terminal may do with its password. */
export interface TerminalRights {
  /** Its serial number; the password carries it as its name. */
  readonly sn: string
  /** Public key that the password speaks for. */
  readonly userKey: string
  /** Epoch seconds. */
  readonly exp: number
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
  readonly maxPayloadBytes: number
}

/** Signs what NATS believes: who the operator is, what the accounts may do, who each user is. */
export interface NatsKeys {
  readonly systemId: string
  readonly terminalsId: string
  readonly operatorToken: () => Promise<string>
  readonly systemToken: () => Promise<string>
  /** The terminals' account; `revoked` names users whose tokens from before a moment (epoch seconds) are void. */
  readonly terminalsToken: (revoked: Readonly<Record<string, number>>) => Promise<string>
  readonly systemUser: () => Promise<string>
  readonly gatewayUser: () => Promise<string>
  readonly terminalUser: (rights: TerminalRights) => Promise<string>
}

type Pair = ReturnType<typeof createUser>

const makers = {
  'nats.operator': createOperator,
  'nats.system': createAccount,
  'nats.terminals': createAccount,
  'nats.terminals.signer': createAccount,
} as const
type KeyName = keyof typeof makers

/** A limit that is not named is zero to NATS: nobody could connect. */
const unlimited = {
  conn: -1,
  leaf: -1,
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
}
const jetStream = { streams: -1, consumer: -1, disk_storage: -1, mem_storage: -1 }

/** Days that a gateway's own token holds; it gets a new one with each connection. */
const gatewayDays = 30

interface Store {
  readonly pool: pg.Pool
  readonly secrets: Secrets
}

/** The keys of this installation; null: `npm run nats:setup` has not made them yet. */
export async function loadNatsKeys({ pool, secrets }: Store): Promise<NatsKeys | null> {
  const { rows } = await pool.query<{ name: string; sealed: Buffer }>(
    `select name, sealed_private_key as sealed from platform_key where name = any($1::text[])`,
    [Object.keys(makers)],
  )
  const pairs = new Map(
    rows.map(({ name, sealed }) => [name, swift(fromSeed(secrets.open(sealed, name)))]),
  )
  const pair = (name: KeyName) => pairs.get(name)
  const operator = pair('nats.operator')
  const system = pair('nats.system')
  const terminals = pair('nats.terminals')
  const signer = pair('nats.terminals.signer')
  if (!operator || !system || !terminals || !signer) return null
  return keysOf({ operator, system, terminals, signer })
}

/** Makes the keys where there are none; the first process to ask makes them. */
export async function makeNatsKeys(store: Store): Promise<NatsKeys> {
  for (const [name, make] of Object.entries(makers)) {
    const made = make()
    await store.pool.query(
      `insert into platform_key (name, public_key, sealed_private_key) values ($1, $2, $3)
        on conflict (name) do nothing`,
      [name, Buffer.from(made.getPublicKey()), store.secrets.seal(made.getSeed(), name)],
    )
  }
  const keys = await loadNatsKeys(store)
  if (!keys) throw new Error('the keys of NATS were not kept')
  return keys
}

interface Pairs {
  readonly operator: Pair
  readonly system: Pair
  readonly terminals: Pair
  /** Signs users of the terminals' account. */
  readonly signer: Pair
}

function keysOf({ operator, system, terminals, signer }: Pairs): NatsKeys {
  const systemId = system.getPublicKey()
  const terminalsId = terminals.getPublicKey()
  const gateway = createUser()
  const own: Partial<User> = { bearer_token: true, subs: -1, data: -1, payload: -1 }
  const until = () => ({ exp: Math.floor(Date.now() / 1000) + gatewayDays * 86_400 })
  return {
    systemId,
    terminalsId,
    operatorToken: () => encodeOperator('muster', operator, { system_account: systemId }),
    systemToken: () => encodeAccount('SYSTEM', system, { limits: unlimited }, { signer: operator }),
    terminalsToken: (revocations) =>
      encodeAccount(
        'TERMINALS',
        terminals,
        {
          limits: { ...unlimited, ...jetStream },
          signing_keys: [signer.getPublicKey()],
          revocations: { ...revocations },
        },
        { signer: operator },
      ),
    systemUser: () => encodeUser('gateway', gateway, system, own, until()),
    gatewayUser: () =>
      encodeUser('gateway', gateway, signer, { ...own, issuer_account: terminalsId }, until()),
    terminalUser: (rights) => encodeTerminal(rights, { signer, terminalsId }),
  }
}

function encodeTerminal(
  { sn, userKey, exp, publish, subscribe, maxPayloadBytes }: TerminalRights,
  { signer, terminalsId }: { signer: Pair; terminalsId: string },
): Promise<string> {
  const user: Partial<User> = {
    issuer_account: terminalsId,
    bearer_token: true,
    allowed_connection_types: ['MQTT', 'MQTT_WS'],
    pub: { allow: [...publish] },
    sub: { allow: [...subscribe, '$MQTT.sub.>', '$MQTT.deliver.>'] },
    subs: -1,
    data: -1,
    payload: maxPayloadBytes,
  }
  return encodeUser(sn, fromPublic(userKey), signer, user, { exp })
}

/** What stands before the 32 bytes of an Ed25519 key in its usual form (RFC 8410). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The same pair, signing by the runtime: JavaScript takes it 20 ms, and 10 more for each key it names. */
function swift(pair: Pair): Pair {
  const der = Buffer.concat([privateKeyHead, Codec.decodeSeed(pair.getSeed()).buf])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = pair.getPublicKey()
  const privateKey = pair.getPrivateKey()
  return {
    getPublicKey: () => publicKey,
    getPrivateKey: () => privateKey,
    sign: (input) => new Uint8Array(sign(null, input, key)),
    getSeed: () => pair.getSeed(),
    verify: (input, signature) => pair.verify(input, signature),
    seal: (...given) => pair.seal(...given),
    open: (...given) => pair.open(...given),
    clear: () => pair.clear(),
  }
}

/** A public key for a password; its private half is thrown away, since whoever shows the password is believed. */
export function newUserKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return Buffer.from(Codec.encode(Prefix.User, Buffer.from(x, 'base64url'))).toString()
}

const userClaims = z.object({ name: z.string(), sub: z.string() })

/**
 * Whom a token that NATS has admitted names. Its signature is not checked again: that takes tens of
 * milliseconds, and when NATS comes back, everybody's token is read at once.
 */
export function readUserToken(token: string): { readonly name: string; readonly userKey: string } {
  const [, claims = ''] = token.split('.')
  const { name, sub } = userClaims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  return { name, userKey: sub }
}
