import { readFile } from 'node:fs/promises'
import { constants, X509Certificate } from 'node:crypto'
import { createSecureContext, type TLSSocket } from 'node:tls'
import { ConfigurationError } from './env.ts'

/** Where the certificate of the broker is, and whose certificates terminals may show. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
  readonly clientCa: string | null
}

/** What the files hold, as Node's TLS takes it. */
export interface TlsContent {
  readonly cert: string
  readonly key: string
  /** Whose certificates terminals may show, one after the other. */
  readonly ca?: string
  readonly secureOptions?: number
}

/** Certificates (PEM) of authorities that vouch for some terminals only, beside the one of the file. */
export type Authorities = readonly string[]

/** What the files hold, and who stands behind what terminals show. */
export interface Trust {
  readonly content: TlsContent
  /** SHA-256 of the file's authorities, which vouch for every terminal; null: there are no others. */
  readonly everybodys: ReadonlySet<string> | null
}

/** A connection that goes on where another ended shows its certificate without what has signed it. */
const withoutTickets = constants.SSL_OP_NO_TICKET
/**
 * SSL_OP_DISABLE_TLSEXT_CA_NAMES, which Node has no name for: terminals are not told whose certificates
 * count. A greeting has 65,535 bytes for those names; with more no handshake would succeed.
 */
const withoutNames = 0x200

/** Reads the files, and sees whether they fit each other. */
export async function readTls(
  { cert, key, clientCa }: TlsFiles,
  authorities: Authorities = [],
): Promise<Trust> {
  const own = clientCa === null ? [] : [await readFile(clientCa, 'utf8')]
  const all = [...own, ...authorities]
  const content = {
    cert: await readFile(cert, 'utf8'),
    key: await readFile(key, 'utf8'),
    ...(all.length > 0 && { ca: all.join('\n') }),
    ...(authorities.length > 0 && { secureOptions: withoutTickets | withoutNames }),
  }
  createSecureContext(content)
  const everybodys = authorities.length > 0 ? new Set(own.flatMap(fingerprintsIn)) : null
  return { content, everybodys }
}

const fingerprintsIn = (pem: string): string[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((one) =>
    fingerprintOf(new X509Certificate(one)),
  )

const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase()

/** The same at the start. Throws {@link ConfigurationError}. */
export async function requireTls(files: TlsFiles, authorities: Authorities = []): Promise<Trust> {
  return readTls(files, authorities).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(
      `MQTT_TLS_CERT, MQTT_TLS_KEY or MQTT_TLS_CLIENT_CA cannot be used: ${why}`,
    )
  })
}

export const isSameTls = (one: TlsContent, other: TlsContent): boolean =>
  one.cert === other.cert && one.key === other.key && one.ca === other.ca

/** What a terminal's certificate says, and who stands behind it. */
export interface Certified {
  /** Its common name and its DNS names. */
  readonly names: readonly string[]
  /** SHA-256 of what has signed it, from the nearest up; null: one that vouches for every terminal. */
  readonly chain: readonly string[] | null
}

/** A connection as far as it tells of the other end's certificate. */
type ShownBy = Pick<TLSSocket, 'authorized' | 'getPeerX509Certificate'> & {
  readonly getPeerCertificate: (detailed: true) => Shown
}

/**
 * What a terminal's certificate vouches for. Null: it has shown none, or nobody's would count.
 * `strange`: one that no authority of ours has signed.
 */
export function certifiedBy(
  socket: ShownBy,
  { content, everybodys }: Trust,
): Certified | null | 'strange' {
  const certificate = socket.getPeerX509Certificate()
  // Without an authority of ours, those that browsers trust would be asked.
  if (!certificate || content.ca === undefined) return null
  if (!socket.authorized) return 'strange'
  const common = certificate.subject.match(/(?<=^CN=).+$/gm) ?? []
  const dns = (certificate.subjectAltName ?? '').match(/(?<=DNS:)[^,\s]+/g) ?? []
  const chain = everybodys && chainOf(certificate, socket)
  const isEverybodys = chain?.some((sha256) => everybodys?.has(sha256)) ?? true
  return { names: [...common, ...dns], chain: isEverybodys ? null : chain }
}

/** A certificate that was shown, and the one above it; there is none where a chain is not whole. */
interface Shown {
  readonly raw: Buffer
  readonly issuerCertificate?: Shown | undefined
}

/**
 * What has signed a certificate. What stands above it was found by name, among what the other end has
 * sent too: so each step is proved, and a terminal's certificate signs nothing, whatever its key did.
 */
function chainOf(certificate: X509Certificate, socket: ShownBy): string[] {
  const chain: string[] = []
  let below = certificate
  const shown: Shown = socket.getPeerCertificate(true)
  let above = shown.issuerCertificate
  while (above) {
    const issuer = new X509Certificate(above.raw)
    const sha256 = fingerprintOf(issuer)
    if (!issuer.ca || chain.includes(sha256) || !below.verify(issuer.publicKey)) break
    chain.push(sha256)
    below = issuer
    above = above.issuerCertificate
  }
  return chain
}
