import { codes, upgradeParts, upgradeVersionsPath } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { madeBy, organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { translate } from '../../../platform/texts.ts'
import { versionScope } from '../../device/index.ts'
import { letGoFiles } from '../../file/upload/index.ts'
import { heldBy } from './heldBy.ts'
import { countRunning } from './countRunning.queries.ts'
import { waitingAmong } from '../waitingAmong.ts'
import { versionWaitsFor } from './waiting.ts'

/** Versions as the table has them: of their problems it knows the keys of the sentences. */
export const storedVersions = naming(
  recycleBin(upgradeVersionsPath, 'upgradeVersion', versionScope),
  [
    { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
    { field: 'vendorId', to: 'vendor', scope: madeBy({ vendor: 'id', model: null }) },
  ],
)

const problems = z.array(
  z.object({
    key: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
)
const needs = z.array(z.object({ kind: z.enum(upgradeParts), version: z.string() }))

const kept: typeof storedVersions = {
  ...storedVersions,
  async remove(ctx, ids) {
    const gone = await storedVersions.remove(ctx, ids)
    await refuseInUse(ctx, gone)
    return gone
  },
  async destroy(ctx, ids) {
    const gone = await storedVersions.destroy(ctx, ids)
    await letGoFiles(ctx, heldBy, gone)
    return gone
  },
}

/** Versions as they are shown, with how many terminals run them. */
export const versionBin = withCounts(kept, async (ctx, rows) => {
  const counts = await countRunning(ctx, rows)
  const waiting = await waitingAmong(ctx, {
    table: 'upgradeVersion',
    ids: rows.flatMap(({ id, state }) => (state === 'PENDING' ? [id] : [])),
    waits: versionWaitsFor(ctx),
  })
  return rows.map((row) => ({
    ...row,
    deviceCount: counts.get(row.id) ?? 0,
    waitsForMe: waiting.has(row.id),
    needs: needs.parse(row.needs),
    problems: problems
      .parse(row.problems)
      .map(({ key, values }) => translate(ctx.language, key, values)),
  }))
})

/** What terminals are given, or may be given again, is taken offline before it goes. */
async function refuseInUse({ db }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name || ' ' || version_name as name
    from upgrade_version where id = any(${[...ids]}::uuid[])
      and state in ('CHECKING', 'ONLINE', 'SUSPENDED') limit 1`.execute(db)
  const [used] = rows
  if (used) throw new Refusal(codes.warning, 'upgradeVersion.offered', { params: { ...used } })
}

/** Refuses models that are gone, are another vendor's, or that the caller does not see. */
export async function requireModels(
  { db, principal }: Context,
  { modelIds, vendorId }: { readonly modelIds: readonly string[]; readonly vendorId: string },
): Promise<void> {
  const wanted = [...new Set(modelIds)]
  const scope = madeBy({ vendor: 'vendorId', model: 'id' })
  const { rows } = await sql`select from model where id = any(${wanted}::uuid[])
    and vendor_id = ${vendorId} and deleted_at is null and ${scope.rows(principal)}
    order by id for share`.execute(db)
  if (rows.length < wanted.length) throw fieldRefusal('modelIds', 'upgradeVersion.otherModel')
}
