import { apksPath, codes, offeredApkStates } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { recycleBin, type Which } from '../../../kit/recycleBin.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { translate } from '../../../platform/texts.ts'
import { letGoFiles } from '../../file/upload/index.ts'
import { apkScope } from '../appScope.ts'
import { riskyOf } from './apk.rules.ts'
import { heldBy } from './heldBy.ts'

/** Versions as the table has them: of their problems it knows the keys of the sentences. */
export const storedApks = recycleBin(apksPath, 'apk', apkScope)

const problems = z.array(
  z.object({
    key: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
)

const kept: typeof storedApks = {
  ...storedApks,
  async remove(ctx, ids) {
    const gone = await storedApks.remove(ctx, ids)
    await refuseOffered(ctx, gone)
    return gone
  },
  async revert(ctx, ids) {
    await refuseWithoutApp(ctx, ids)
    const back = await storedApks.revert(ctx, ids)
    await refuseWithoutTemplates(ctx, back)
    return back
  },
  async destroy(ctx, ids) {
    const gone = await storedApks.destroy(ctx, ids)
    await letGoFiles(ctx, heldBy, gone)
    return gone
  },
}

/** Versions as they are shown. */
export const apkBin = withCounts(kept, async ({ language }, rows) =>
  rows.map((row) => ({
    ...row,
    riskyPermissions: riskyOf(row.permissions),
    problems: problems
      .parse(row.problems)
      .map(({ key, values }) => translate(language, key, values)),
  })),
)

/** What terminals are offered is taken offline before it goes. */
async function refuseOffered({ db }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; version: string }>`select app.name,
      apk.version_name as version from apk join app on app.id = apk.app_id
    where apk.id = any(${[...ids]}::uuid[]) and apk.state = any(${[...offeredApkStates]}) limit 1`.execute(
    db,
  )
  const [offered] = rows
  if (offered) throw new Refusal(codes.warning, 'app.offered', { params: { ...offered } })
}

/** A version comes back after its application. */
async function refuseWithoutApp({ db }: Context, ids: Which): Promise<void> {
  if (ids === 'all') return
  const { rows } = await sql<{
    name: string
  }>`select app.name from apk join app on app.id = apk.app_id
    where apk.id = any(${[...ids]}::uuid[]) and app.deleted_at is not null limit 1`.execute(db)
  const [gone] = rows
  if (gone) throw new Refusal(codes.warning, 'refusal.removedReference', { params: { ...gone } })
}

/** So does it after the templates that it brings. */
async function refuseWithoutTemplates({ db }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    name: string
    deletedAt: string | null
  }>`select template.name, template.deleted_at from apk
      join param_template template on template.id = any(apk.param_template_ids)
    where apk.id = any(${[...ids]}::uuid[]) order by template.id for share of template`.execute(db)
  const gone = rows.find(({ deletedAt }) => deletedAt !== null)
  if (!gone) return
  throw new Refusal(codes.warning, 'refusal.removedReference', { params: { name: gone.name } })
}
