import { applies, columnsOf, type ParsedOf, type UnknownModel } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { anyContains, isWithin, type Page, pageWholeRows } from '../../../kit/page.ts'
import { deviceScope } from '../deviceScope.ts'

type Query = ParsedOf<(typeof applies)['unknownModels']>['query']

const source = {
  view: 'modelKnockRow',
  order: ['-lastAt'],
  sortable: new Set([...columnsOf(applies.unknownModels)].filter((name) => name !== 'sns')),
} as const

/** What terminals say to be that nobody has, the latest first: some thousand contacts are kept at most. */
export function unknownModelPage(ctx: Context, query: Query): Promise<Page<UnknownModel>> {
  const { orgId, keyword } = query
  const conditions = [deviceScope.rows(ctx.principal)]
  if (orgId) conditions.push(isWithin(orgId))
  if (keyword?.trim()) conditions.push(anyContains(['vendorCode', 'modelCode'], keyword.trim()))
  return pageWholeRows<UnknownModel>(ctx, { ...source, conditions }, query)
}
