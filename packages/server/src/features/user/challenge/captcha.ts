import { codes, provesWork, workMark } from '@muster/contract'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { makeToken, randomText } from '../../../platform/secrets.ts'
import { failuresOfAddress } from '../guessing/guesses.ts'
import { captchaAlphabet, drawCaptcha } from './captchaPicture.ts'
import { spend } from './spent.ts'

const seconds = 120
const length = 5
/** About a second of a browser's work; an address that failed often works up to 16 times as long. */
const leastBits = 16
const mostBits = 20

const purpose = 'captcha'

/** What a captcha's id carries, sealed: nothing is stored until it is used. */
const sealedCaptcha = z.object({
  text: z.string(),
  challenge: z.string(),
  bits: z.int(),
  ip: z.string(),
  expires: z.number(),
})

/** A captcha for the caller's address. */
export async function makeCaptcha(ctx: Context) {
  const text = randomText(length, captchaAlphabet)
  const challenge = makeToken()
  const failures = await failuresOfAddress(ctx)
  const bits = Math.min(mostBits, leastBits + Math.floor(Math.log2(1 + failures / 5)))
  const expires = ctx.now().getTime() + seconds * 1000
  const content = JSON.stringify({ text, challenge, bits, ip: ctx.ip, expires })
  const captchaId = ctx.platform.secrets.seal(Buffer.from(content), purpose).toString('base64url')
  return { captchaId, image: drawCaptcha(text), work: { challenge, bits }, seconds }
}

export interface CaptchaProof {
  readonly captchaId?: string | undefined
  readonly captcha?: string | undefined
}

/**
 * Judges what a caller shows. Null when it is good; it is then used up, as it is by a wrong answer:
 * so the refusal commits.
 */
export async function refuseCaptcha(ctx: Context, proof: CaptchaProof): Promise<Refusal | null> {
  const { captchaId, captcha } = proof
  if (!captchaId || !captcha)
    return new Refusal(codes.captchaRequired, 'session.captchaRequired').afterCommit()
  const content = openCaptcha(ctx, captchaId)
  const isLive =
    content !== null &&
    content.ip === ctx.ip &&
    content.expires > ctx.now().getTime() &&
    (await spend(ctx, content.challenge, new Date(content.expires)))
  const isRight = isLive && (await isSolved(content, captcha))
  return isRight ? null : new Refusal(codes.captchaWrong, 'session.captchaWrong').afterCommit()
}

type Captcha = z.output<typeof sealedCaptcha>

async function isSolved(content: Captcha, answer: string): Promise<boolean> {
  if (!answer.startsWith(workMark)) return answer.toUpperCase() === content.text
  return provesWork(content, answer.slice(workMark.length))
}

function openCaptcha(ctx: Context, captchaId: string): Captcha | null {
  try {
    const plain = ctx.platform.secrets.open(Buffer.from(captchaId, 'base64url'), purpose)
    return sealedCaptcha.parse(JSON.parse(plain.toString()))
  } catch {
    // Made up, or sealed by another installation: like one that is over.
    return null
  }
}
