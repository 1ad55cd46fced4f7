import {
  type AccessKind,
  accessPoints,
  organizationConfigPath,
  accessPointsPath,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { problemOf } from './accessPoint.rules.ts'

/** The platform's own: whoever holds its rights sees all of it. */
const named = naming(recycleBin(accessPointsPath, 'accessPoint', everyone), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])
/** What changes an access point reaches the terminals that are told of it, as their settings do. */
const bin: typeof named = {
  ...named,
  async add(ctx, values) {
    const row = await named.add(ctx, values)
    await tellTerminals(ctx, [row.id])
    return row
  },
  async update(ctx, values) {
    const ids = [values.id]
    await tellTerminals(ctx, ids)
    const row = await named.update(ctx, values)
    await tellTerminals(ctx, ids)
    return row
  },
  setStatus: async (ctx, ids, status) =>
    tellTerminals(ctx, await named.setStatus(ctx, ids, status)),
  remove: async (ctx, ids) => tellTerminals(ctx, await named.remove(ctx, ids)),
  revert: async (ctx, ids) => tellTerminals(ctx, await named.revert(ctx, ids)),
}
const records = lifecycle(accessPoints, bin, { search: ['name', 'url', 'region'], order: ['name'] })

export const accessPointRoutes = serve(accessPoints, everyone, {
  ...records,
  add: async (request, ctx) => {
    requireGood(request.body)
    return records.add(request, ctx)
  },
  update: async (request, ctx) => {
    requireGood(request.body)
    await forgetCertificate(ctx, request.body)
    return records.update(request, ctx)
  },
})

/** The gateways tell the terminals of the organisations that these are for, at their pace. */
async function tellTerminals(ctx: Context, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return ids
  const { rows } = await sql<{ id: string }>`select own.id from organization own
    where exists (select from access_point point where point.id = any(${[...ids]}::uuid[])
      and (point.org_id = own.id or (point.org_id is null and own.parent_id is null)))`.execute(
    ctx.db,
  )
  for (const { id } of rows) ctx.changed(organizationConfigPath, [id], [id])
  return ids
}

function requireGood(point: {
  readonly kind: AccessKind
  readonly url: string
  readonly caFingerprint: string | null
}): void {
  const problem = problemOf(point)
  if (problem) throw fieldRefusal(...problem)
}

/** What was seen at another address, or by another authority's measure, says nothing any more. */
async function forgetCertificate(
  { db }: Context,
  { id, url, caFingerprint }: { id: string; url: string; caFingerprint: string | null },
): Promise<void> {
  await db
    .updateTable('accessPoint')
    .set({ certificateUntil: null, certificateCheckedAt: null, certificateProblem: null })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('url', '<>', url), eb('caFingerprint', 'is distinct from', caFingerprint)]),
    )
    .execute()
}
