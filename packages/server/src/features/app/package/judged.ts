import { imageLimits, packageFacts, type PackageFacts } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Context, Platform } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { Outside } from '../../../kit/serve.ts'
import { contentPath } from '../../../platform/fileStore.ts'
import type { DB } from '../../../platform/schema.ts'
import { keepImage, pictureOf } from '../../file/image/index.ts'
import { storedFile, type StoredContent } from '../../file/upload/index.ts'
import { judgeApk } from '../verify/judgeApk.ts'
import type { ApkFacts, ApkReport } from '../verify/report.ts'
import { factsOf } from './facts.ts'
import { inTurn } from './inTurn.ts'

/** A file, and what its check has found. */
export interface Judged {
  readonly file: StoredContent
  readonly facts: PackageFacts
}

type Use<T> = (ctx: Context, judged: Judged) => Promise<T>

/**
 * Has a stored file judged and goes on with what was found. The same bytes are judged once; the
 * check takes its time, so that nothing is held in the database meanwhile.
 */
export async function withJudged<T>(ctx: Context, fileId: string, use: Use<T>) {
  const file = await storedFile(ctx, { field: 'fileId', id: fileId, type: 'apk' })
  return judgedContent(ctx, file, use)
}

/** The same for a file whose use is settled: a version holds it. */
export async function judgedContent<T>(ctx: Context, file: StoredContent, use: Use<T>) {
  const known = await keptFacts(ctx.db, file.sha256)
  if (known) return use(ctx, { file, facts: known })
  const { platform } = ctx
  return new Outside(async () => {
    const report = await inTurn(() => judgeFile(platform, file))
    return async (after) => use(after, { file, facts: await keepFacts(after, file, report) })
  })
}

interface Read extends ApkReport {
  readonly facts: ApkFacts
}

/** Refuses a file that is no package, or whose signature does not hold, in one sentence. */
async function judgeFile({ env }: Platform, { sha256 }: StoredContent): Promise<Read> {
  const report = await judgeApk(contentPath(env.dataFolder, sha256))
  const { verdict, reason, facts } = report
  if (verdict === 'REFUSED' || facts === null)
    throw fieldRefusal('fileId', reason?.key ?? 'verify.broken', reason?.params)
  return { ...report, facts }
}

async function keptFacts(db: Kysely<DB>, sha256: Buffer): Promise<PackageFacts | null> {
  const { rows } = await sql<{ facts: unknown }>`select facts from package_report
    where sha256 = ${sha256}`.execute(db)
  const kept = packageFacts.safeParse(rows[0]?.facts)
  return kept.success ? kept.data : null
}

async function keepFacts(ctx: Context, file: StoredContent, report: Read): Promise<PackageFacts> {
  const facts = factsOf(report, await keepIcon(ctx, report.facts))
  await sql`insert into package_report (sha256, facts) values (${file.sha256}, ${JSON.stringify(facts)})
    on conflict (sha256) do update set facts = excluded.facts, judged_at = now()`.execute(ctx.db)
  return facts
}

/** The icon of a package as a picture; one that is no picture, or too large for one, is none. */
async function keepIcon({ db, principal }: Context, { icon, label }: ApkFacts) {
  if (!icon || icon.content.length > imageLimits.picture.bytes) return null
  const bytes = Buffer.from(icon.content)
  const picture = pictureOf(bytes)
  if (!picture || picture.kind === 'ico') return null
  return keepImage(db, { bytes, picture, name: label, scan: null, principal })
}
