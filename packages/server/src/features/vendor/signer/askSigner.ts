import type { SignerFault } from '@muster/contract'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { type Reach, requestOutbound } from '../../../platform/outbound.ts'

export interface Asked extends Reach {
  readonly url: string
  /** What opens it; null: it asks for nothing. */
  readonly secret: string | null
  /** PEM of the authority that may have signed its certificate beside the public ones. */
  readonly authority: string | null
  /** PEM: what its signature is proved with; null: it is taken as it is. */
  readonly key: string | null
  /** What is to be signed. */
  readonly content: Buffer
}

const timeoutMs = 15_000
const mostBytes = 65_536

/** Has a service sign something. Answers what is wrong with it; null: nothing. */
export async function askSigner({ key, content, ...asked }: Asked): Promise<SignerFault | null> {
  const answer = await post(asked, {
    purpose: 'TEST',
    algorithm: 'SHA-256',
    digest: createHash('sha256').update(content).digest('hex'),
    content: content.toString('base64'),
  }).catch(() => null)
  if (!answer) return 'UNREACHABLE'
  if (answer.status < 200 || answer.status > 299) return 'REFUSED'
  const signature = signatureIn(answer.body)
  if (!signature) return 'NO_SIGNATURE'
  return key === null || isSignedBy(key, content, signature) ? null : 'WRONG_SIGNATURE'
}

/** Of an RSA or elliptic key the signature is over SHA-256 of the content; Ed25519 says itself what it takes. */
function isSignedBy(pem: string, content: Buffer, signature: Buffer): boolean {
  const key = createPublicKey(pem)
  const isPlain = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448'
  try {
    return verify(isPlain ? null : 'sha256', content, key, signature)
  } catch {
    return false
  }
}

function signatureIn(body: string): Buffer | null {
  try {
    const answer: unknown = JSON.parse(body)
    if (typeof answer !== 'object' || answer === null || !('signature' in answer)) return null
    const { signature } = answer
    if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(signature)) return null
    return Buffer.from(signature, 'base64')
  } catch {
    return null
  }
}

interface Answer {
  readonly status: number
  readonly body: string
}

type Door = Pick<Asked, 'url' | 'secret' | 'authority' | keyof Reach>

function post({ url, secret, authority, ...reach }: Door, wish: object): Promise<Answer> {
  const bytes = Buffer.from(JSON.stringify(wish))
  return new Promise((resolve, reject) => {
    const sent = requestOutbound(new URL(url), {
      ...reach,
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
      ...(authority !== null && { ca: [...rootCertificates, authority] }),
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'user-agent': 'Muster',
        connection: 'close',
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
      },
    })
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > mostBytes) response.destroy(new Error('the answer is too long'))
        else parts.push(part)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}
