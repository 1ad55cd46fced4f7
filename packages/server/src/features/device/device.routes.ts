import { devices } from '@muster/contract'
import { serve } from '../../kit/serve.ts'
import { commandHandlers } from './command/command.routes.ts'
import { deviceScope } from './deviceScope.ts'
import { estateHandlers } from './estate/estate.routes.ts'
import { linkHandlers } from './link/link.routes.ts'

/** Terminals: the estate, what can be asked of one, and what its link told. */
export const deviceRoutes = serve(devices, deviceScope, {
  ...estateHandlers,
  ...commandHandlers,
  ...linkHandlers,
})
