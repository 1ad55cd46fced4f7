import { planPractices } from '@muster/contract'
import { serve } from '../../../kit/serve.ts'
import { planScope } from '../plan/planBin.ts'
import { beginPractice, lastPractice, resultsOf, stopPractice } from './practices.ts'

/** Plans that are tried on copies of their terminals before they touch any. */
export const practiceRoutes = serve(planPractices, planScope, {
  last: ({ params: { id } }, ctx) => lastPractice(ctx, id),
  results: ({ params: { id }, query }, ctx) => resultsOf(ctx, id, query),
  begin: ({ params: { id } }, ctx) => beginPractice(ctx, id),
  stop: ({ params: { id } }, ctx) => stopPractice(ctx, id),
})
