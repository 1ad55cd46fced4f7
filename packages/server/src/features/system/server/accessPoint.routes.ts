import { type AccessKind, accessPoints } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { problemOf } from './accessPoint.rules.ts'
import { path } from './certificate.ts'

/** The platform's own: whoever holds its rights sees all of it. */
const bin = naming(recycleBin(path, 'accessPoint', everyone), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])
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
