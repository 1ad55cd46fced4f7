import type { InputOf, passkeySignIn, passkeys } from '@muster/contract'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'

type Made = InputOf<typeof passkeys.add>['body']['credential']
export type Shown = InputOf<typeof passkeySignIn.open>['body']['credential']

/** Comes with its first use: a start would read two hundred files for it. */
const library = () => import('@simplewebauthn/server')

/** What the browser says of the page that asked for a passkey; the authenticator signs it. */
const clientData = z.object({ challenge: z.string(), origin: z.string() })

export interface Claim {
  readonly challenge: string
  readonly origin: string
  /** The host of the page: what the passkey is bound to. */
  readonly site: string
}

/**
 * What a credential claims of itself. Null when it cannot be read, or comes from a page that this
 * installation does not serve: `MUSTER_PUBLIC_URL` says which. Without it the page is the one that
 * the passkey was made on; a browser shows a passkey to no other.
 */
export function claimOf(ctx: Context, clientDataJson: string): Claim | null {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString()
    const { challenge, origin } = clientData.parse(JSON.parse(text))
    const { publicUrl } = ctx.platform.env
    if (publicUrl && new URL(publicUrl).origin !== origin) return null
    return { challenge, origin, site: new URL(origin).hostname }
  } catch {
    return null
  }
}

/** The passkey that an authenticator made, with its owner verified; null when the proof is no good. */
export async function provenMade(credential: Made, { challenge, origin, site }: Claim) {
  const { verifyRegistrationResponse } = await library()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          clientDataJSON: credential.response.clientDataJSON,
          attestationObject: credential.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site,
    })
    return registrationInfo ?? null
  } catch {
    // The library says by an error that the proof is no good.
    return null
  }
}

interface Kept {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly site: string
}

/** The new count of a passkey's uses; null when the proof is no good. */
export async function provenShown(
  credential: Shown,
  { challenge, origin }: Claim,
  kept: Kept,
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: kept.site,
      credential: {
        id: kept.credentialId,
        publicKey: new Uint8Array(kept.publicKey),
        counter: kept.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library says by an error that the proof is no good.
    return null
  }
}
