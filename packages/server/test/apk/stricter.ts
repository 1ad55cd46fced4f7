import type { FaultKey } from '../../src/features/app/verify/fault.ts'

interface Stricter {
  /** Why a package is refused that apksigner lets pass. */
  readonly why: string
  readonly variants: readonly string[]
}

const on = (trick: string, ...bases: string[]) => bases.map((base) => `${base}.${trick}`)
const jars = ['v1', 'v1-jarsigner']

/** Where our verdict differs from apksigner's: it is always the stricter one. */
export const stricter: Partial<Record<FaultKey, Stricter>> = {
  'verify.zip.parts': {
    why: 'apksigner does not look at the numbers of disks, by which other readers find other files',
    variants: [
      ...on('flip-end-disk', ...jars, 'v1-ec'),
      ...on('flip-end-here', ...jars, 'v1-ec'),
      ...on('other-disk', ...jars),
    ],
  },
  'verify.zip.method': {
    why: 'to apksigner, every unknown way of packing is the usual one; other readers stop',
    variants: [...on('flip-line-method', ...jars, 'v1-ec'), ...on('unknown-method', ...jars)],
  },
  'verify.zip.mismatch': {
    why: 'apksigner reads sizes and sums at one of their two places only',
    variants: [
      ...on('flip-local-method', ...jars, 'v1-ec'),
      ...on('method-only-in-header', ...jars),
      ...on('flip-line-crc', 'v1-jarsigner'),
      ...on('flip-local-crc', 'v1-jarsigner'),
      ...on('flip-local-packed', 'v1-jarsigner'),
      ...on('flip-local-size', 'v1-jarsigner'),
      ...on('sum-only-in-header', 'v1-jarsigner'),
      ...on('wrong-sum', 'v1-jarsigner'),
    ],
  },
  'verify.zip.content': {
    why: 'apksigner does not unpack what no signature covers, nor compare sums',
    variants: [
      ...on('flip-files-9', 'v1', 'v1-ec'),
      ...on('flip-files-10', 'v1-ec'),
      ...on('flip-files-5', 'v1-jarsigner'),
      ...on('wrong-sum', 'v1'),
    ],
  },
  'verify.zip.encrypted': {
    why: 'apksigner does not look whether a file is encrypted',
    variants: on('flip-line-flags', 'v1').concat(on('encrypted', 'v1')),
  },
  'verify.zip.comment': {
    why: 'apksigner takes the last end record that fits, other readers the first',
    variants: on('comment-with-end', ...jars),
  },
  'verify.zip.hidden': {
    why: 'scheme 1 does not cover what lies between the files, where apksigner does not look',
    variants: on('gap-with-text', ...jars),
  },
  'verify.zip.name': {
    why: 'scheme 1 does not cover META-INF, so that anybody may add names there that lead out',
    variants: [...on('name-leads-out', ...jars), ...on('name-with-zero', ...jars)],
  },
  'verify.zip.prefix': {
    why: 'a program in front of the archive was run by some versions of Android (CVE-2017-13156)',
    variants: on('prefix-and-moved', ...jars),
  },
  'verify.zip.directory': {
    why: 'apksigner does not mind what lies between the table of contents and the end record',
    variants: [...on('twice', ...jars), ...on('between-directory-and-end', ...jars)],
  },
  'verify.zip.zip64': {
    why: 'other readers take the ZIP64 record, and with it another table of contents',
    variants: on('zip64', ...jars),
  },
  'verify.signature.broken': {
    why: 'apksigner 31 forgets that a block without a signer is a fault, which Android does not',
    variants: [
      ...on('empty-two', 'v1-v2', 'v1-v2-v3', 'v1-v2-v3-rotated'),
      ...on('short-two', 'v1-v2', 'v1-v2-v3', 'v1-v2-v3-rotated'),
      ...on('empty-three', 'v1-v2-v3', 'v1-v2-v3-rotated'),
      ...on('short-three', 'v1-v2-v3', 'v1-v2-v3-rotated'),
    ],
  },
}
