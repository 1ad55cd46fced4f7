import { codes, customizes, customParts, orgPolicy, orgWebsite } from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { verifyDomain } from './claims.ts'
import { customizeBin } from './customizeBin.ts'
import { readPolicy, savePolicy } from './ownPolicy.ts'
import { customOf, orgOf, savePart } from './parts.queries.ts'
import { customizeScope } from './place.ts'
import { readSite, siteLayers } from './site.queries.ts'
import { readWebsite, saveWebsite } from './website.ts'

/** Rows show more to look for than a picker's records have. */
const shown = lifecycle(customizes, customizeBin, {
  search: ['name', 'webName', 'orgName'],
  order: ['name'],
})

/** White labels: what organisations show and ask for in place of the platform's own. */
export const customizeRoutes = serve(customizes, customizeScope, {
  ...lifecycle(customizes, customizeBin, { search: ['name'], order: ['name'] }),
  page: shown.page,
  recyclePage: shown.recyclePage,
  website: async ({ params: { id } }, ctx) => readWebsite(ctx, await orgOf(ctx, id)),
  saveWebsite: async ({ body: { id, version, ...website } }, ctx) =>
    saveWebsite(ctx, { orgId: await orgOf(ctx, id), version, website }),
  policy: async ({ params: { id } }, ctx) => readPolicy(ctx, await orgOf(ctx, id)),
  savePolicy: async ({ body: { id, version, ...policy } }, ctx) =>
    savePolicy(ctx, { orgId: await orgOf(ctx, id), version, policy }),
  reset: async ({ params: { id, part } }, ctx) => {
    requirePart(ctx, customParts[part])
    const { orgId, version } = await customOf(ctx, await orgOf(ctx, id))
    await savePart(ctx, { orgId, version, part, value: null })
    return { count: 1 }
  },
  verify: ({ params: { id } }, ctx) => verifyDomain(ctx, id),
  preview: async ({ params: { id } }, ctx) => {
    const { orgId, website } = await customOf(ctx, await orgOf(ctx, id))
    const above = (await siteLayers(ctx.db, { orgId })).filter((layer) => layer.orgId !== orgId)
    return readSite(ctx.platform, website ? [{ orgId, name: '', website }, ...above] : above)
  },
})

const mine = organizationsBy('id')

/** The same records by their organisations: its website part. */
export const orgWebsiteRoutes = serve(orgWebsite, mine, {
  get: ({ params: { id } }, ctx) => readWebsite(ctx, id),
  save: ({ params: { id }, body: { version, ...website } }, ctx) =>
    saveWebsite(ctx, { orgId: id, version, website }),
  reset: async ({ params: { id } }, ctx) => {
    const { version } = await customOf(ctx, id)
    if (version > 0) await savePart(ctx, { orgId: id, version, part: 'website', value: null })
    return readWebsite(ctx, id)
  },
})

/** The same records by their organisations: its password policy. */
export const orgPolicyRoutes = serve(orgPolicy, mine, {
  get: ({ params: { id } }, ctx) => readPolicy(ctx, id),
  save: ({ params: { id }, body: { version, ...policy } }, ctx) =>
    savePolicy(ctx, { orgId: id, version, policy }),
  reset: async ({ params: { id } }, ctx) => {
    const { version } = await customOf(ctx, id)
    if (version > 0) await savePart(ctx, { orgId: id, version, part: 'pwd', value: null })
    return readPolicy(ctx, id)
  },
})

function requirePart({ principal }: Context, permission: string): void {
  if (!mayCall(principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
}
