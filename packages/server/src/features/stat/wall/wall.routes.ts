import { wallStat } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { lookAtWall } from './wall.queries.ts'

/** WALL: one reading has it all. */
export const wallRoutes = serve(wallStat, organizationsBy('orgId'), {
  look: ({ query }, ctx) => lookAtWall(ctx, query),
})
