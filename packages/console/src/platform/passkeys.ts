/** Whether this browser, on this address, makes passkeys and shows them (WebAuthn level 3). */
export const canUsePasskeys: boolean =
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential

export interface PasskeyWish {
  /** base64url, as the server gave it. */
  readonly challenge: string
  readonly userHandle: string
  readonly userName: string
  readonly realName: string
  /** Credentials that the person has already. */
  readonly known: readonly string[]
}

/** Asks an authenticator for a new passkey; null when the person turns it down, or has it already. */
export async function makePasskey(wish: PasskeyWish): Promise<PublicKeyCredential | null> {
  const { challenge, userHandle, userName, realName, known } = wish
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge,
    rp: { name: document.title },
    user: { id: userHandle, name: userName, displayName: realName },
    // EdDSA, ES256, RS256.
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  return given(() => navigator.credentials.create({ publicKey }))
}

/** Asks a person to show a passkey of this site; null when there is none, or he turns it down. */
export async function showPasskey(
  challenge: string,
  /** The only ones that will do; none named: any of the site. */
  known: readonly string[] = [],
): Promise<PublicKeyCredential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge,
    allowCredentials: known.map((id) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  })
  return given(() => navigator.credentials.get({ publicKey }))
}

async function given(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await ask()
    return credential instanceof PublicKeyCredential ? credential : null
  } catch (error) {
    // "Not allowed" is a person who said no, "invalid state" one who has a passkey there already.
    if (error instanceof DOMException) return null
    throw error
  }
}
