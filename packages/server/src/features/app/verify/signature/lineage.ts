import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import { algorithmOf, isRight } from './algorithms.ts'
import { type Certificate, readCertificate } from './certificate.ts'

const mostCertificates = 100

/** The certificates of a key that was changed, oldest first; each vouches for the next. */
export type Lineage = readonly Certificate[]

const fault = () => new PackageFault('verify.signature.lineage')

export function readLineage(bytes: Buffer): Lineage {
  const list = new Cursor(bytes, fault)
  if (list.u32() !== 1) throw fault()
  const lineage: Certificate[] = []
  let [before, algorithmId]: [Certificate | null, number] = [null, 0]
  while (list.left > 0) {
    const node = list.inner()
    const signed = node.counted()
    node.skip(4)
    const nextAlgorithm = node.u32()
    const signature = node.counted()
    const said = new Cursor(signed, fault)
    const certificate = readCertificate(said.counted())
    const isTaken = lineage.some(({ raw }) => certificate?.raw.equals(raw))
    if (!certificate || isTaken || lineage.length >= mostCertificates) throw fault()
    if (before) {
      const algorithm = algorithmOf(algorithmId)
      if (!algorithm || said.u32() !== algorithmId) throw fault()
      if (before.key.asymmetricKeyType !== algorithm.keyType) throw fault()
      if (!isRight({ data: signed, signature }, algorithm, before.key)) throw fault()
    }
    lineage.push(certificate)
    ;[before, algorithmId] = [certificate, nextAlgorithm]
  }
  return lineage
}

/** The longest of several, of which each other must be the beginning. */
export function longestOf(lineages: readonly Lineage[]): Lineage {
  const longest = lineages.reduce((best, one) => (one.length > best.length ? one : best), [])
  const isBeginning = (one: Lineage) =>
    one.every(({ raw }, place) => longest[place]?.raw.equals(raw))
  if (!lineages.every(isBeginning)) throw fault()
  return longest
}
