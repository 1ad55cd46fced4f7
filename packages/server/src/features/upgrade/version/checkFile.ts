import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { compareVersions } from '@muster/contract'
import type { Platform } from '../../../kit/context.ts'
import { contentsOf, isMissing } from '../../../platform/contents.ts'
import { inTurn, judgePackage, packageKindOf, signerNamed } from '../../app/index.ts'

/** The key of a text, and what fills its places. */
export interface Problem {
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

/** A version as far as its file is checked against it. */
export interface Checked {
  readonly orgId: string
  readonly versionName: string
  readonly hardware: readonly string[]
  readonly fileName: string
  readonly bytes: number
  readonly sha256: Buffer
  readonly signature: string | null
}

interface Found {
  readonly problems: readonly Problem[]
  /** The name of the key that it is signed with. */
  readonly signer: string | null
}

/** Packages of this size are read for what they say; a larger one cannot be taken apart in sensible time. */
const limits = { bytes: 4 * 1024 ** 3 }

/** Reads a file whole: whether it is what was stored, who signed it, and what it says it is. */
export async function checkFile(platform: Platform, version: Checked): Promise<Found> {
  const { sha256 } = version
  const signed = await signerOf(platform, version)
  try {
    const problems = await contentsOf(platform).withFile(sha256, async (path) => [
      ...((await hashOf(path)).equals(sha256) ? [] : [problem('upgradeVersion.damaged')]),
      ...(await headerProblems(path, version)),
    ])
    return { problems: [...signed.problems, ...problems], signer: signed.signer }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { problems: [problem('upgradeVersion.fileGone')], signer: null }
  }
}

const problem = (key: string, values: Problem['values'] = {}): Problem => ({ key, values })

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

async function signerOf({ db }: Platform, { orgId, sha256, signature }: Checked): Promise<Found> {
  if (signature === null) return { problems: [], signer: null }
  const signer = await signerNamed(db, { orgId, sha256, signature })
  return signer === null
    ? { problems: [problem('upgradeVersion.wrongSignature')], signer }
    : { problems: [], signer }
}

/** What a package for Linux says of itself; other files say nothing that is known. */
export async function readHeader(path: string, fileName: string) {
  if (packageKindOf(fileName) === null) return { facts: null, fault: null }
  const given = { path, fileName, signature: null, keys: [] }
  const { verdict, reason, facts } = await inTurn(() => judgePackage(given, { limits }))
  // An archive need not say what it is.
  if (reason?.key === 'verify.linux.manifest') return { facts: null, fault: null }
  if (verdict === 'REFUSED' || facts === null)
    return { facts: null, fault: problem(reason?.key ?? 'verify.broken', reason?.params) }
  return { facts, fault: null }
}

async function headerProblems(path: string, version: Checked): Promise<Problem[]> {
  const { facts, fault } = await readHeader(path, version.fileName)
  if (fault) return [fault]
  if (!facts) return []
  const { version: found, architecture } = facts
  const wanted = version.versionName
  const isSame = found === wanted || compareVersions(found, wanted) === 0
  const words = revisionsOf(architecture)
  const foreign = version.hardware.find((one) => words.length > 0 && !words.includes(one))
  return [
    ...(isSame ? [] : [problem('upgradeVersion.otherVersion', { found, wanted })]),
    ...(foreign === undefined
      ? []
      : [problem('upgradeVersion.otherHardware', { found: architecture })]),
  ]
}

/** The revisions that an update names; none: it is for all. */
export const revisionsOf = (architecture: string): string[] =>
  /^(all|any|noarch)?$/.test(architecture) ? [] : architecture.split(/\s+/)
