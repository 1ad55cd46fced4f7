import { effectiveVariables, variables } from '@muster/contract'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { serve } from '../../../kit/serve.ts'
import { deviceScope } from '../../device/index.ts'
import { seenRows } from '../../organization/index.ts'
import { effectiveOf } from './effective.ts'
import { countInheriting } from './impact.queries.ts'
import { usesOf } from './variable.queries.ts'
import { variableBin } from './variableBin.ts'
import { variableScope } from './variableScope.ts'

export const variableRoutes = serve(variables, variableScope, {
  ...lifecycle(variables, variableBin, {
    search: ['key', 'level', 'remark', 'value'],
    seen: seenRows,
    order: ['key', 'level'],
    computed: ['references', 'secretValue'],
  }),
  impact: async ({ query }, ctx) => {
    const { orgId = null, stationId = null, deviceId = null, appId = null, ...rest } = query
    const target = { ...rest, orgId, stationId, deviceId, appId }
    return { count: await countInheriting(ctx, target) }
  },
  used: ({ params: { key } }, ctx) => usesOf(ctx, key),
})

export const effectiveVariableRoutes = serve(effectiveVariables, deviceScope, {
  effective: ({ params: { deviceId }, query: { appId = null } }, ctx) =>
    effectiveOf(ctx, deviceId, appId),
})
