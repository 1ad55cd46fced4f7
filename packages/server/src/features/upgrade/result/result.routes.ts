import { upgradeResults } from '@muster/contract'
import { serve } from '../../../kit/serve.ts'
import { excludeItems, itemScope } from '../../device/index.ts'
import { errorsAmong, findResult, pageResults } from './result.queries.ts'
import { retryResults } from './retryResults.ts'
import { toGroup } from './toGroup.ts'
import { whyResult } from './why.queries.ts'

const kinds = ['UPGRADE']

/** RESULT: what became of each terminal that an upgrade was wanted of. */
export const resultRoutes = serve(upgradeResults, itemScope, {
  page: ({ query }, ctx) => pageResults(ctx, query),
  detail: ({ params: { id } }, ctx) => findResult(ctx, id),
  why: ({ params: { id } }, ctx) => whyResult(ctx, id),
  errors: ({ query }, ctx) => errorsAmong(ctx, query),
  retry: ({ params: { id } }, ctx) => retryResults(ctx, { ids: [id] }),
  retryMany: ({ body }, ctx) => retryResults(ctx, body),
  cancel: ({ params: { id } }, ctx) => excludeItems(ctx, [id], { kinds }),
  cancelMany: ({ body: { ids } }, ctx) => excludeItems(ctx, ids, { kinds }),
  toGroup: ({ body }, ctx) => toGroup(ctx, body),
})
