import type { AppUse, appUse, ParsedOf } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { beginsWith, type Condition, equals } from '../../../kit/page.ts'
import { idsBySerial, isOfTerminals } from '../../device/index.ts'
import { below, type LogPage, logPage, spanOf } from '../../log/index.ts'
import { findApp } from './app.queries.ts'

type Query = ParsedOf<(typeof appUse)['page']>['query']

/** Figures of a day stay where their terminal was then. */
const useScope = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })

const how = {
  OPENED: sql<SqlBool>`launches > 0`,
  UNOPENED: sql<SqlBool>`launches = 0`,
  CRASHED: sql<SqlBool>`crashes + anrs > 0`,
} as const

/** One page of how applications were used, the latest day first. */
export async function appUsePage(ctx: Context, query: Query): Promise<LogPage<AppUse>> {
  const source = {
    table: 'device_app_use',
    view: 'app_use_row',
    span: spanOf(query, ctx.now()),
    query,
  }
  const sn = (query.sn ?? query.keyword)?.trim()
  const conditions: Condition[] = [
    useScope.rows(ctx.principal),
    ...(query.orgId ? [await below(ctx, query.orgId)] : []),
    ...(query.modelId ? [equals('modelId', query.modelId)] : []),
    ...(query.appId ? [equals('package', (await findApp(ctx, query.appId)).package)] : []),
    ...(query.package ? [beginsWith(sql`package collate "C"`, query.package)] : []),
    ...(query.how ? [how[query.how]] : []),
    ...(sn ? [isOfTerminals(await idsBySerial(ctx, sn))] : []),
  ]
  return logPage<AppUse>(ctx, source, conditions)
}
