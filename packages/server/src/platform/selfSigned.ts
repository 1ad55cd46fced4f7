// @peculiar/x509 asks for it.
import 'reflect-metadata'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const days = 365

/** Makes a key and a certificate for `localhost` that nobody vouches for, unless they are there. */
export async function makeSelfSigned(files: { cert: string; key: string }): Promise<void> {
  if (existsSync(files.cert) && existsSync(files.key)) return
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=localhost',
      keys,
      signingAlgorithm: algorithm,
      notAfter: new Date(Date.now() + days * 86_400_000),
      extensions: [
        new SubjectAlternativeNameExtension([
          { type: 'dns', value: 'localhost' },
          { type: 'ip', value: '127.0.0.1' },
        ]),
      ],
    },
    crypto,
  )
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  await mkdir(dirname(files.key), { recursive: true })
  await writeFile(files.key, PemConverter.encode(key, 'PRIVATE KEY'), { mode: 0o600 })
  await writeFile(files.cert, certificate.toString('pem'))
}
