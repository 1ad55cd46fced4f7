import { organizationDepth, organizations, organizationsPath } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin } from '../../kit/recycleBin.ts'
import { enabledWhileUsed, keptWhileUsed, naming } from '../../kit/references.ts'
import { everyone, organizationsBy } from '../../access/scope.ts'
import { serve } from '../../kit/serve.ts'
import { tree, treeOf } from '../../kit/tree.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { quotaFrom } from './organization.queries.ts'
import { countPlaces } from './overview/overview.queries.ts'
import { withOrganizationRules } from './withOrganizationRules.ts'
import { seen } from './seen.ts'
import { seesWholeSubtrees } from './totals.ts'

const mine = organizationsBy('id')

const uses = [
  {
    table: 'organization',
    field: 'parentId',
    name: 'name',
    says: 'used.suborganization',
    scope: mine,
  },
  {
    table: 'device',
    field: 'orgId',
    name: 'sn',
    says: 'used.device',
    scope: organizationsBy('orgId'),
  },
] as const
const plain = recycleBin(organizationsPath, 'organization', mine)
const stationUse = {
  table: 'station',
  field: 'orgId',
  name: 'name',
  says: 'used.station',
  scope: organizationsBy('orgId'),
} as const
const kept = enabledWhileUsed(keptWhileUsed(plain, [...uses, stationUse]), uses)
const named = naming(kept, [
  { field: 'parentId', to: 'organization', scope: mine },
  { field: 'areaId', to: 'timezoneArea', scope: everyone },
  { field: 'timezoneId', to: 'timezone', scope: everyone },
])
const bin = withCounts(withOrganizationRules(tree(named, organizationDepth)), seen, {
  members: ['ownDevices', 'subtreeDevices'],
  seesAll: seesWholeSubtrees,
})
const options = {
  search: ['name', 'code'],
  order: ['name'],
} as const

export const organizationRoutes = serve(organizations, mine, {
  ...lifecycle(organizations, bin, options),
  page: ({ params, body, query: { within, ...query } }, ctx) =>
    lifecycle(organizations, below(within), options).page({ params, body, query }, ctx),
  recyclePage: ({ params, body, query: { within, ...query } }, ctx) =>
    lifecycle(organizations, below(within), options).recyclePage({ params, body, query }, ctx),
  // Whoever is above comes with those below it.
  tree: (_, ctx) => treeOf(ctx, bin, { first: sql`nlevel(path), name` }),
  move: async ({ params: { id, parentId } }, ctx) => {
    const { version } = await bin.find(ctx, id)
    await bin.update(ctx, { id, version, parentId })
    return { count: 1 }
  },
  setQuota: async ({ params: { id }, body }, ctx) => {
    await bin.update(ctx, { id, ...body })
    const [used, limit] = await Promise.all([countPlaces(ctx, id), quotaFrom(ctx, id)])
    return { ...body, used, limit, version: body.version + 1 }
  },
})

/** The same organisations, cut to the subtree of one. */
function below(id: string | undefined): typeof bin {
  if (id === undefined) return bin
  const rows: typeof mine.rows = (principal) => sql<SqlBool>`${mine.rows(principal)}
    and path <@ (select top.path from organization as top where top.id = ${id})`
  return { ...bin, scope: { ...mine, rows } }
}
