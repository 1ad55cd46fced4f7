import { mapStat } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { clustersOf, signalIn } from '../../device/index.ts'
import { terminalsByArea } from './area.queries.ts'
import { stationsInTrouble } from './fence.queries.ts'

/** STATISTICS_MAP: figures where terminals stand, by counts that are kept. */
export const mapStatRoutes = serve(mapStat, organizationsBy('orgId'), {
  area: ({ query }, ctx) => terminalsByArea(ctx, query),
  cluster: ({ query }, ctx) => clustersOf(ctx, query),
  fence: ({ query }, ctx) => stationsInTrouble(ctx, query),
  signal: async ({ query }, ctx) => ({ squares: await signalIn(ctx, query) }),
})
