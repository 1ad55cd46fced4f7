// @peculiar/x509 asks for it.
import 'reflect-metadata'
import { createHash, KeyObject, sign, webcrypto, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { X509CertificateGenerator } from '@peculiar/x509'
import { words } from './androidManifest.ts'

/** Whoever publishes packages. */
export interface Publisher {
  readonly key: KeyObject
  readonly certificate: Buffer
}

interface Entry {
  readonly name: string
  readonly content: Buffer
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const ecdsa = 0x0201
const schemeTwo = 0x7109871a
const valid = { notBefore: new Date('2025-01-01'), notAfter: new Date('2050-01-01') }

export async function makePublisher(name: string): Promise<Publisher> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const wish = { name: `CN=${name}`, keys, signingAlgorithm: algorithm, ...valid }
  const certificate = await X509CertificateGenerator.createSelfSigned(wish, webcrypto)
  return { key: KeyObject.from(keys.privateKey), certificate: Buffer.from(certificate.rawData) }
}

/** SHA-256 of its certificate, as versions and terminals name a signer. */
export const signerOf = ({ certificate }: Publisher): string =>
  createHash('sha256').update(certificate).digest('hex')

/** A package of these entries, signed by scheme 2. */
export function signedPackage(entries: readonly Entry[], publisher: Publisher): Buffer {
  const files = entries.map(fileOf)
  const content = Buffer.concat(files)
  let from = 0
  const directory = Buffer.concat(
    entries.map((entry, nth) =>
      lineOf(entry, (from += files[nth]?.length ?? 0) - (files[nth]?.length ?? 0)),
    ),
  )
  const end = (at: number) => endOf(entries.length, directory.length, at)
  // What is signed names the place where the block will be.
  const digest = digestOf([content, directory, end(content.length)])
  const block = blockOf(signature(digest, publisher))
  return Buffer.concat([content, block, directory, end(content.length + block.length)])
}

const counted = (...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([words([body.length]), body])
}

function signature(digest: Buffer, { key, certificate }: Publisher): Buffer {
  const digests = counted(counted(words([ecdsa]), counted(digest)))
  const data = Buffer.concat([digests, counted(counted(certificate)), counted()])
  const signed = counted(counted(words([ecdsa]), counted(sign('sha256', data, key))))
  const publicKey = new X509Certificate(certificate).publicKey.export({
    type: 'spki',
    format: 'der',
  })
  return counted(counted(counted(data), signed, counted(publicKey)))
}

const chunkBytes = 1_048_576

/** Of each section each megabyte by itself. */
function digestOf(sections: readonly Buffer[]): Buffer {
  const chunks = sections.flatMap((section) =>
    Array.from({ length: Math.ceil(section.length / chunkBytes) }, (_, nth) =>
      section.subarray(nth * chunkBytes, (nth + 1) * chunkBytes),
    ),
  )
  const hash = (mark: number, count: number, bytes: Buffer) =>
    createHash('sha256')
      .update(Buffer.concat([Buffer.from([mark]), words([count]), bytes]))
      .digest()
  const digests = chunks.map((bytes) => hash(0xa5, bytes.length, bytes))
  return hash(0x5a, digests.length, Buffer.concat(digests))
}

function blockOf(value: Buffer): Buffer {
  const long = (number: number) => words([number, 0])
  const size = long(8 + 4 + value.length + 24)
  const magic = Buffer.from('APK Sig Block 42')
  return Buffer.concat([size, long(4 + value.length), words([schemeTwo]), value, size, magic])
}

const short = (...numbers: readonly number[]) => Buffer.from(Uint16Array.from(numbers).buffer)
/** The first of January 1980, the earliest day that an archive knows. */
const day = [0, 0x21] as const

const sizes = ({ content }: Entry) => words([crc32(content), content.length, content.length])

function fileOf(entry: Entry): Buffer {
  const name = Buffer.from(entry.name)
  const head = [words([0x04034b50]), short(20, 0, 0, ...day), sizes(entry), short(name.length, 0)]
  return Buffer.concat([...head, name, entry.content])
}

function lineOf(entry: Entry, at: number): Buffer {
  const name = Buffer.from(entry.name)
  const head = [words([0x02014b50]), short(20, 20, 0, 0, ...day), sizes(entry)]
  const rest = [short(name.length, 0, 0, 0, 0), words([0, at])]
  return Buffer.concat([...head, ...rest, name])
}

const endOf = (count: number, bytes: number, at: number) =>
  Buffer.concat([words([0x06054b50]), short(0, 0, count, count), words([bytes, at]), short(0)])
