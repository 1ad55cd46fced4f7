import { type AccessKind, accessProtocols } from '@muster/contract'

/** The first thing wrong with an access point, as its member and a text key; null: nothing. */
export function problemOf(point: {
  readonly kind: AccessKind
  readonly url: string
  readonly caFingerprint: string | null
}): readonly ['url' | 'caFingerprint', string] | null {
  if (!URL.canParse(point.url)) return ['url', 'platform.noAddress']
  const { protocol, hostname, username, password } = new URL(point.url)
  const allowed: readonly string[] = accessProtocols[point.kind]
  if (!allowed.includes(protocol.slice(0, -1)) || hostname === '')
    return ['url', 'platform.wrongProtocol']
  // An address goes to every terminal: no place for a secret.
  if (username !== '' || password !== '') return ['url', 'platform.noSecretInAddress']
  if (point.caFingerprint && !/^[0-9A-F]{64}$/.test(plainFingerprint(point.caFingerprint)))
    return ['caFingerprint', 'platform.noFingerprint']
  return null
}

/** A fingerprint without the marks that people write into it. */
export const plainFingerprint = (text: string): string => text.replace(/[\s:]/g, '').toUpperCase()

const ports: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'mqtts:': 8883 }

/** Where a certificate is to be seen; null: the protocol has none. */
export function tlsPlaceOf(url: string): { readonly host: string; readonly port: number } | null {
  const { protocol, hostname, port } = new URL(url)
  const usual = ports[protocol]
  if (usual === undefined) return null
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) }
}
