import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { sealedPassword } from '@muster/contract'
import { codes } from '@muster/contract'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { makeToken } from '../../../platform/secrets.ts'
import { spend } from './spent.ts'

const makePair = promisify(generateKeyPair)
const nonceMs = 120_000

/** One key a day; the last day's key still opens what was sealed before midnight. */
const nameOf = (day: Date): string => `login.rsa.${day.toISOString().slice(0, 10)}`

/** Today's public key and a nonce that is good once. */
export async function giveRsaKey(ctx: Context) {
  const keyId = nameOf(ctx.now())
  const publicKey = (await publicHalf(ctx, keyId)) ?? (await makeKey(ctx, keyId))
  const expires = ctx.now().getTime() + nonceMs
  const content = JSON.stringify({ random: makeToken(), expires })
  const nonce = ctx.platform.secrets.seal(Buffer.from(content), 'rsa.nonce').toString('base64url')
  return { keyId, publicKey: publicKey.toString('base64'), nonce }
}

async function publicHalf(ctx: Context, name: string): Promise<Buffer | null> {
  const known = await ctx.db
    .selectFrom('platformKey')
    .select('publicKey')
    .where('name', '=', name)
    .executeTakeFirst()
  return known?.publicKey ?? null
}

async function makeKey(ctx: Context, name: string): Promise<Buffer> {
  const pair = await makePair('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  await ctx.db
    .insertInto('platformKey')
    .values({
      name,
      publicKey: pair.publicKey,
      sealedPrivateKey: ctx.platform.secrets.seal(pair.privateKey, name),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another process may have been first; its key is the day's.
  return (await publicHalf(ctx, name)) ?? pair.publicKey
}

const sealedText = z.object({ password: z.string().check(z.maxLength(256)), nonce: z.string() })
const sealedNonce = z.object({ random: z.string(), expires: z.number() })

/** The password that a caller sealed; the nonce is used up, also where it is refused. */
export async function openPassword(
  ctx: Context,
  { keyId, cipher }: z.output<ReturnType<typeof sealedPassword>>,
): Promise<string> {
  const opened = await decrypt(ctx, keyId, cipher)
  const nonce = opened && openNonce(ctx, opened.nonce)
  const isLive =
    opened !== null &&
    nonce !== null &&
    nonce.expires > ctx.now().getTime() &&
    (await spend(ctx, nonce.random, new Date(nonce.expires)))
  if (!isLive) throw new Refusal(codes.badRequest, 'session.badSeal').afterCommit()
  return opened.password
}

async function decrypt(ctx: Context, keyId: string, cipher: string) {
  const yesterday = new Date(ctx.now().getTime() - 86_400_000)
  if (![nameOf(ctx.now()), nameOf(yesterday)].includes(keyId)) return null
  const known = await ctx.db
    .selectFrom('platformKey')
    .select('sealedPrivateKey')
    .where('name', '=', keyId)
    .executeTakeFirst()
  if (!known) return null
  const der = ctx.platform.secrets.open(known.sealedPrivateKey, keyId)
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const plain = privateDecrypt(
      { key, padding, oaepHash: 'sha256' },
      Buffer.from(cipher, 'base64'),
    )
    return sealedText.parse(JSON.parse(plain.toString()))
  } catch {
    // Not sealed for this key, or not what was asked for: told alike.
    return null
  }
}

function openNonce(ctx: Context, nonce: string) {
  try {
    const plain = ctx.platform.secrets.open(Buffer.from(nonce, 'base64url'), 'rsa.nonce')
    return sealedNonce.parse(JSON.parse(plain.toString()))
  } catch {
    return null
  }
}
