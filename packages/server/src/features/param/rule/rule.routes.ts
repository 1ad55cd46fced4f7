import { type ParamFinding, paramFindings, consistencyRules } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { type Condition, contains, equals, isWithin, pageRows } from '../../../kit/page.ts'
import { serve } from '../../../kit/serve.ts'
import { bySerialNumber } from '../../../kit/walkedPage.ts'
import { ofTerminals } from '../ofTerminals.ts'
import { seesAdvanced } from '../assignment/shown.ts'
import { ruleBin, ruleScope } from './ruleBin.ts'

const terminals = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })

export const consistencyRoutes = serve(
  consistencyRules,
  ruleScope,
  lifecycle(consistencyRules, ruleBin, {
    search: ['name', 'pid', 'remark'],
    order: ['name'],
    computed: ['findingCount', 'allowed'],
  }),
)

const standing = {
  OPEN: sql<SqlBool>`closed_at is null`,
  CLOSED: sql<SqlBool>`closed_at is not null`,
}

/** Terminals that break rules, or did: those that the caller sees. */
export const paramFindingRoutes = serve(paramFindings, terminals, {
  page: async ({ query }, ctx) => {
    const { ruleId, severity, state, sn, orgId, value, keyword } = query
    const isShown = sql<SqlBool>`(${seesAdvanced(ctx)} or not is_advanced)`
    const conditions: Condition[] = [
      terminals.rows(ctx.principal),
      ...(ruleId === undefined ? [] : [equals('ruleId', ruleId)]),
      ...(severity === undefined ? [] : [equals('severity', severity)]),
      ...(state === undefined ? [] : [standing[state]]),
      ...(sn === undefined ? [] : [ofTerminals(sn)]),
      ...(orgId === undefined ? [] : [isWithin(orgId)]),
      ...(keyword
        ? [sql<SqlBool>`(${ofTerminals(keyword)} or ${contains('ruleName', keyword)})`]
        : []),
      ...(value === undefined ? [] : [isShown, contains('value', value)]),
    ]
    const source = {
      view: 'paramFindingRow',
      conditions,
      sortable: new Set(['openedAt', 'closedAt', 'sn', 'ruleName', 'severity']),
      order: ['-openedAt'],
      walked: bySerialNumber('paramFinding'),
    }
    const found = await pageRows<ParamFinding & { isAdvanced: boolean }>(ctx, source, query)
    const isHidden = ({ isAdvanced }: { isAdvanced: boolean }) => isAdvanced && !seesAdvanced(ctx)
    return {
      ...found,
      list: found.list.map((row) => (isHidden(row) ? { ...row, value: null, about: null } : row)),
    }
  },
})
