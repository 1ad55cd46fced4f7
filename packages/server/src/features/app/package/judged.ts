import { imageLimits, packageFacts, type PackageFacts } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Context, Platform } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { Outside } from '../../../kit/serve.ts'
import { contentsOf } from '../../../platform/contents.ts'
import type { DB } from '../../../platform/schema.ts'
import { keepImage, pictureOf } from '../../file/image/index.ts'
import { storedFile, type StoredContent } from '../../file/upload/index.ts'
import { PackageFault } from '../verify/fault.ts'
import { judgeApk } from '../verify/judgeApk.ts'
import { judgePackage } from '../verify/linux/judgePackage.ts'
import type { ApkIcon } from '../verify/report.ts'
import { factsOf, linuxFactsOf } from './facts.ts'
import { inTurn } from './inTurn.ts'
import { withSignature } from './signed.ts'

/** A file, and what its check has found. */
export interface Judged {
  readonly file: StoredContent
  readonly facts: PackageFacts
}

/** A file as a form names it, and what lies beside it. */
interface Given {
  readonly fileId: string
  readonly signature: string | null
  /** The application that it becomes a version of, where that is said. */
  readonly appId: string | null
}

type Use<T> = (ctx: Context, judged: Judged) => Promise<T>

/**
 * Has a stored file judged and goes on with what was found. The same bytes are judged once; the
 * check takes its time, so that nothing is held in the database meanwhile.
 */
export async function withJudged<T>(ctx: Context, { fileId, ...beside }: Given, use: Use<T>) {
  const file = await storedFile(ctx, { field: 'fileId', id: fileId, type: 'apk' })
  return judgedContent(ctx, { file, ...beside }, use)
}

/** The same for a file whose use is settled: a version holds it. */
export async function judgedContent<T>(
  ctx: Context,
  { file, signature, appId }: Pick<Judged, 'file'> & Omit<Given, 'fileId'>,
  use: Use<T>,
) {
  const go = async (after: Context, facts: PackageFacts) => {
    const signed = await withSignature(after, { facts, sha256: file.sha256, signature, appId })
    return use(after, { file, facts: signed })
  }
  const known = await keptFacts(ctx.db, file.sha256)
  if (known) return go(ctx, known)
  const { platform } = ctx
  return new Outside(async () => {
    const read = await inTurn(() => judgeFile(platform, file))
    return async (after) => go(after, await keepFacts(after, file, read))
  })
}

/** What a file says of itself, and its picture. */
interface Read {
  readonly facts: PackageFacts
  readonly icon: ApkIcon | null
}

/** Refuses a file that is no package, or whose own signature does not hold, in one sentence. */
async function judgeFile(platform: Platform, { name, sha256 }: StoredContent): Promise<Read> {
  const read = (path: string) => (/\.apk$/i.test(name) ? readAndroid(path) : readLinux(path, name))
  try {
    return await contentsOf(platform).withFile(sha256, read)
  } catch (error) {
    if (error instanceof PackageFault) throw fieldRefusal('fileId', error.key, error.params)
    throw error
  }
}

async function readAndroid(path: string): Promise<Read> {
  const report = await judgeApk(path)
  const { verdict, reason, facts } = report
  if (verdict === 'REFUSED' || facts === null)
    throw new PackageFault(reason?.key ?? 'verify.broken', reason?.params)
  return { facts: factsOf({ ...report, facts }, null), icon: facts.icon }
}

/** Its signature lies beside it, and is looked at wherever the package is used. */
async function readLinux(path: string, fileName: string): Promise<Read> {
  const given = { path, fileName, signature: null, keys: [] }
  const { verdict, reason, kind, facts } = await judgePackage(given)
  if (verdict === 'REFUSED' || facts === null)
    throw new PackageFault(reason?.key ?? 'verify.broken', reason?.params)
  return { facts: linuxFactsOf(kind, facts), icon: null }
}

async function keptFacts(db: Kysely<DB>, sha256: Buffer): Promise<PackageFacts | null> {
  const { rows } = await sql<{ facts: unknown }>`select facts from package_report
    where sha256 = ${sha256}`.execute(db)
  const kept = packageFacts().safeParse(rows[0]?.facts)
  return kept.success ? kept.data : null
}

async function keepFacts(
  ctx: Context,
  { sha256 }: StoredContent,
  { facts: read, icon }: Read,
): Promise<PackageFacts> {
  const facts = { ...read, icon: await keepIcon(ctx, icon, read.label) }
  await sql`insert into package_report (sha256, facts) values (${sha256}, ${JSON.stringify(facts)})
    on conflict (sha256) do update set facts = excluded.facts, judged_at = now()`.execute(ctx.db)
  return facts
}

/** The icon of a package as a picture; one that is no picture, or too large for one, is none. */
async function keepIcon({ db, principal }: Context, icon: ApkIcon | null, name: string) {
  if (!icon || icon.content.length > imageLimits.picture.bytes) return null
  const bytes = Buffer.from(icon.content)
  const picture = pictureOf(bytes)
  if (!picture || picture.kind === 'ico') return null
  return keepImage(db, { bytes, picture, name, scan: null, principal })
}
