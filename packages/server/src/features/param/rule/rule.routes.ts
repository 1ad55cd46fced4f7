import { type ParamFinding, paramFindings, consistencyRules } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { type Condition, contains, equals, isWithin, pageRows } from '../../../kit/page.ts'
import { serve } from '../../../kit/serve.ts'
import { bySerialNumber } from '../../../kit/walkedPage.ts'
import { ofTerminals } from '../byIds.ts'
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

/** The rules are asked first: where none is called so, the word means a terminal, and only its rows are read. */
async function hasWord(ctx: Context, word: string): Promise<Condition> {
  const { rows } = await sql<{ id: string }>`select id from param_rule
    where deleted_at is null and ${contains('name', word)}`.execute(ctx.db)
  const meant = await ofTerminals(ctx, word)
  if (rows.length === 0) return meant
  return sql<SqlBool>`(${meant} or rule_id = any(${rows.map(({ id }) => id)}::uuid[]))`
}

/** What the view shows of a value is worked out for each row: those that hold the text are found first. */
const holds = (text: string): Condition[] => [
  sql<SqlBool>`id in (select own.id from param_finding own where ${contains(sql`own.value`, text)})`,
  contains('value', text),
]

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
      ...(sn === undefined ? [] : [await ofTerminals(ctx, sn)]),
      ...(orgId === undefined ? [] : [isWithin(orgId)]),
      ...(keyword ? [await hasWord(ctx, keyword)] : []),
      ...(value === undefined ? [] : [isShown, ...holds(value)]),
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
