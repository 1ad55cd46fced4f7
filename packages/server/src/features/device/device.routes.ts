import { devices } from '@muster/contract'
import { serve } from '../../kit/serve.ts'
import { commandHandlers } from './command/command.routes.ts'
import { deviceScope } from './deviceScope.ts'
import { estateHandlers } from './estate/estate.routes.ts'
import { reportedHandlers } from './ingest/reported.routes.ts'
import { presenceHandlers } from './presence/presence.routes.ts'
import { settingsHandlers } from './settings/settings.routes.ts'

/** Terminals: the estate, what can be asked of one, and what its link told. */
export const deviceRoutes = serve(devices, deviceScope, {
  ...estateHandlers,
  ...commandHandlers,
  ...reportedHandlers,
  ...settingsHandlers,
  ...presenceHandlers,
})
