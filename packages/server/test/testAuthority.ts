// @peculiar/x509 asks for it.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
/** A pair of keys that several certificates may be of. */
export const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const tomorrow = () => new Date(Date.now() + 86_400_000)

/** A key and its certificate, as files hold them. */
export interface Issued {
  readonly key: string
  readonly cert: string
}

/** An authority that signs certificates. */
export interface TestAuthority {
  readonly cert: string
  issue(name: string, dns?: readonly string[], keys?: webcrypto.CryptoKeyPair): Promise<Issued>
}

export async function makeAuthority(
  name: string,
  given?: webcrypto.CryptoKeyPair,
): Promise<TestAuthority> {
  const keys = given ?? (await makeKeys())
  const own = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      keys,
      signingAlgorithm: algorithm,
      notAfter: tomorrow(),
      extensions: [new BasicConstraintsExtension(true, 1, true)],
    },
    webcrypto,
  )
  return {
    cert: own.toString('pem'),
    issue: async (subject, dns = [], held) =>
      issue(
        { own, signingKey: keys.privateKey },
        { subject, dns, keys: held ?? (await makeKeys()) },
      ),
  }
}

interface Subject {
  readonly subject: string
  readonly dns: readonly string[]
  readonly keys: webcrypto.CryptoKeyPair
}

async function issue(
  { own, signingKey }: { own: X509Certificate; signingKey: webcrypto.CryptoKey },
  { subject, dns, keys }: Subject,
): Promise<Issued> {
  const certificate = await X509CertificateGenerator.create(
    {
      subject: `CN=${subject}`,
      issuer: own.subject,
      publicKey: keys.publicKey,
      signingKey,
      signingAlgorithm: algorithm,
      notAfter: tomorrow(),
      extensions:
        dns.length > 0
          ? [new SubjectAlternativeNameExtension(dns.map((value) => ({ type: 'dns', value })))]
          : [],
    },
    webcrypto,
  )
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { key: PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') }
}
