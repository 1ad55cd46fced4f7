import {
  columnsOf,
  organizationOverview,
  type OrganizationUser,
  organizationUsers,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { anyContains, type Condition, equals, pageRows } from '../../../kit/page.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { quotaFrom } from '../organization.queries.ts'
import { requireOrganization } from '../requireOrganization.ts'
import { countPlaces, countSubtree, findAbove } from './overview.queries.ts'

export const organizationOverviewRoutes = serve(organizationOverview, organizationsBy('id'), {
  overview: async ({ params: { id } }, ctx) => {
    await requireOrganization(ctx, id)
    const [above, counts, places, limit] = await Promise.all([
      findAbove(ctx, id),
      countSubtree(ctx, id),
      countPlaces(ctx, id),
      quotaFrom(ctx, id),
    ])
    return { ...counts, above, places, limit }
  },
})

const accounts = organizationsBy('orgId')
const { page } = organizationUsers

export const organizationUserRoutes = serve(organizationUsers, accounts, {
  page: async ({ params: { id }, query }, ctx) => {
    await requireOrganization(ctx, id)
    const conditions = [
      sql<SqlBool>`deleted_at is null`,
      accounts.rows(ctx.principal),
      ...filtersOf(id, query),
    ]
    const source = {
      view: 'appUserRow',
      conditions,
      sortable: columnsOf(page),
      order: ['userName'],
    }
    return pageRows<OrganizationUser>(ctx, source, query)
  },
})

type Query = ParsedOf<typeof page>['query']

function filtersOf(id: string, { own, state, keyword }: Query): Condition[] {
  const conditions: Condition[] = [
    own
      ? equals('orgId', id)
      : sql<SqlBool>`org_id in (select below.id from organization top
          join organization below on below.path <@ top.path where top.id = ${id})`,
  ]
  if (state) conditions.push(equals('state', state))
  if (keyword?.trim())
    conditions.push(anyContains(['userName', 'realName', 'email'], keyword.trim()))
  return conditions
}
