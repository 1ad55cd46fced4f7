import { X509Certificate } from 'node:crypto'
import { fieldRefusal } from '../../../kit/refusal.ts'

interface Authority {
  readonly bootstrapCaSha256: string | null
  readonly bootstrapCaUntil: string | null
}

/** Letters of an authority's whole name: of those that vouch for terminals the broker keeps all in memory. */
const longestName = 1024

/**
 * What is known of the authority that a vendor's record names; nothing where the record does not
 * speak of one. It is one certificate, of an authority, and good now.
 */
export function authorityOf(
  { bootstrapCa }: { readonly bootstrapCa?: string | null },
  now: Date,
): Authority | Record<string, never> {
  if (bootstrapCa === undefined) return {}
  if (bootstrapCa === null) return { bootstrapCaSha256: null, bootstrapCaUntil: null }
  const certificate = read(bootstrapCa)
  if (!certificate) throw refused('vendor.noCertificate')
  const { validFromDate, validToDate, fingerprint256 } = certificate
  if (!certificate.ca) throw refused('vendor.noAuthority')
  if (certificate.subject.length > longestName) throw refused('vendor.authorityLongName')
  if (validFromDate > now) throw refused('vendor.authorityLater')
  if (validToDate <= now) throw refused('vendor.authorityOver')
  return {
    bootstrapCaSha256: fingerprint256.replaceAll(':', '').toLowerCase(),
    bootstrapCaUntil: validToDate.toISOString(),
  }
}

const refused = (why: string) => fieldRefusal('bootstrapCa', why)

function read(pem: string): X509Certificate | null {
  if (pem.split('-----BEGIN ').length !== 2) return null
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}
