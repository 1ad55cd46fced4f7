// @peculiar/x509 asks for it.
import 'reflect-metadata'
import { createHash, KeyObject, sign, X509Certificate } from 'node:crypto'
import { X509CertificateGenerator } from '@peculiar/x509'
import { type BlockPair, putTogether, sectionsOf, takeApart } from './zipParts.ts'

/**
 * A signer of our own for scheme 3.1, which no tool of Debian knows. It shares no code with what it
 * tests.
 */
export interface OwnSigner {
  readonly key: KeyObject
  readonly certificate: Buffer
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const ecdsa = 0x0201
export const blockIds = { two: 0x7109871a, three: 0xf05368c0, newer: 0x1b93ad61 }
const attributeIds = { lineage: 0x3ba06f8c, rotationFrom: 0x559f8b02 }
export const newest = 0x7fffffff

export async function makeSigner(name: string): Promise<OwnSigner> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { name: `CN=${name}`, keys, signingAlgorithm: algorithm },
    crypto,
  )
  return { key: KeyObject.from(keys.privateKey), certificate: Buffer.from(certificate.rawData) }
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const counted = (...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([number(body.length), body])
}
const signed = (data: Buffer, { key }: OwnSigner) => sign('sha256', data, key)
const publicKeyOf = ({ certificate }: OwnSigner) =>
  new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })

export interface Saying {
  readonly signer: OwnSigner
  readonly minSdk: number
  readonly maxSdk: number
  /** Attributes as they are written. */
  readonly attributes?: readonly Buffer[]
}

export const lineageAttribute = (signers: readonly OwnSigner[]): Buffer =>
  counted(number(attributeIds.lineage), lineageOf(signers))
export const rotationAttribute = (from: number): Buffer =>
  counted(number(attributeIds.rotationFrom), number(from))

/** Each signs the certificate of the next one. */
function lineageOf(signers: readonly OwnSigner[]): Buffer {
  const nodes = signers.map((signer, at) => {
    const before = signers[at - 1]
    const data = Buffer.concat([counted(signer.certificate), number(before ? ecdsa : 0)])
    const signature = before ? signed(data, before) : Buffer.alloc(0)
    return counted(counted(data), number(0), number(ecdsa), counted(signature))
  })
  return Buffer.concat([number(1), ...nodes])
}

/** The block of scheme 3 or 3.1 for an archive of less than 1 MB. */
export function blockThree(unsigned: Buffer, sayings: readonly Saying[]): Buffer {
  const digest = counted(counted(number(ecdsa), counted(contentDigest(unsigned))))
  const signers = sayings.map(({ signer, minSdk, maxSdk, attributes = [] }) => {
    const versions = [number(minSdk), number(maxSdk)]
    const certificates = counted(counted(signer.certificate))
    const data = Buffer.concat([digest, certificates, ...versions, counted(...attributes)])
    const signatures = counted(counted(number(ecdsa), counted(signed(data, signer))))
    return counted(counted(data), ...versions, signatures, counted(publicKeyOf(signer)))
  })
  return counted(...signers)
}

export const withBlock = (unsigned: Buffer, pairs: readonly BlockPair[]): Buffer =>
  putTogether({ ...takeApart(unsigned), pairs })

/** The end record of an unsigned package already names the place where the block will be. */
function contentDigest(unsigned: Buffer): Buffer {
  const { directoryFrom, endFrom } = sectionsOf(unsigned)
  const sections = [
    unsigned.subarray(0, directoryFrom),
    unsigned.subarray(directoryFrom, endFrom),
    unsigned.subarray(endFrom),
  ]
  const digests = sections.map((section) => hashOf(0xa5, section.length, section))
  return hashOf(0x5a, sections.length, Buffer.concat(digests))
}

const hashOf = (mark: number, count: number, bytes: Buffer) =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from([mark]), number(count), bytes]))
    .digest()
