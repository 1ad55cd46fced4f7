import { readFile } from 'node:fs/promises'
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
  readonly ca?: string
}

/** Reads the files, and sees whether they fit each other. */
export async function readTls({ cert, key, clientCa }: TlsFiles): Promise<TlsContent> {
  const content = {
    cert: await readFile(cert, 'utf8'),
    key: await readFile(key, 'utf8'),
    ...(clientCa !== null && { ca: await readFile(clientCa, 'utf8') }),
  }
  createSecureContext(content)
  return content
}

/** The same at the start. Throws {@link ConfigurationError}. */
export async function requireTls(files: TlsFiles): Promise<TlsContent> {
  return readTls(files).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(
      `MQTT_TLS_CERT, MQTT_TLS_KEY or MQTT_TLS_CLIENT_CA cannot be used: ${why}`,
    )
  })
}

export const isSameTls = (one: TlsContent, other: TlsContent): boolean =>
  one.cert === other.cert && one.key === other.key && one.ca === other.ca

/**
 * The names that a terminal's certificate vouches for: its common name and its DNS names. Null:
 * it has shown none. `strange`: one that no authority of ours has signed.
 */
export function namesOf(socket: TLSSocket): readonly string[] | null | 'strange' {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return null
  if (!socket.authorized) return 'strange'
  const common = certificate.subject.match(/(?<=^CN=).+$/gm) ?? []
  const dns = (certificate.subjectAltName ?? '').match(/(?<=DNS:)[^,\s]+/g) ?? []
  return [...common, ...dns]
}
