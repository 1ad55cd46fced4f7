import { type KeyObject, X509Certificate } from 'node:crypto'
import type { ApkCertificate } from '../report.ts'

/** A certificate that can be read. */
export interface Certificate {
  /** Its bytes as the package has them: two are the same only if these are. */
  readonly raw: Buffer
  readonly key: KeyObject
  readonly facts: ApkCertificate
}

/** What Android's tools write into the certificate that each developer's machine makes by itself. */
const debugName = 'CN=Android Debug'
const keyTypes: Readonly<Record<string, ApkCertificate['keyType']>> = {
  rsa: 'RSA',
  ec: 'EC',
  dsa: 'DSA',
}

/** `null` for what is no certificate. */
export function readCertificate(raw: Buffer): Certificate | null {
  try {
    const certificate = new X509Certificate(raw)
    const [validFrom, validTo] = [certificate.validFromDate, certificate.validToDate]
    if (Number.isNaN(validFrom.getTime()) || Number.isNaN(validTo.getTime())) return null
    const key = certificate.publicKey
    return {
      raw,
      key,
      facts: {
        subject: lineOf(certificate.subject),
        issuer: lineOf(certificate.issuer),
        serial: certificate.serialNumber.toLowerCase(),
        validFrom,
        validTo,
        sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
        keyType: keyTypes[key.asymmetricKeyType ?? ''] ?? 'OTHER',
        keyBits: bitsOf(key),
        isDebug: certificate.subject.split('\n').includes(debugName),
      },
    }
  } catch {
    return null
  }
}

/** Some certificates name nobody. */
const lineOf = (name: string | undefined) => (name ?? '').split('\n').join(', ')

const curves: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp256k1: 256,
  secp384r1: 384,
  secp521r1: 521,
}

const bitsOf = ({ asymmetricKeyDetails: details }: KeyObject): number =>
  details?.modulusLength ?? curves[details?.namedCurve ?? ''] ?? 0
