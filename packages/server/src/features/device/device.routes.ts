import {
  deviceAccessories,
  deviceApps,
  deviceKeys,
  deviceLife,
  deviceSets,
  devices,
} from '@muster/contract'
import { serve } from '../../kit/serve.ts'
import { accessoryHandlers } from './accessory/accessory.routes.ts'
import { appsHandlers } from './apps/apps.routes.ts'
import { commandHandlers } from './command/command.routes.ts'
import { deviceScope } from './deviceScope.ts'
import { estateHandlers } from './estate/estate.routes.ts'
import { reportedHandlers } from './ingest/reported.routes.ts'
import { keyHandlers } from './keys/keys.routes.ts'
import { lifeHandlers } from './life/life.routes.ts'
import { presenceHandlers } from './presence/presence.routes.ts'
import { setsHandlers } from './sets/sets.routes.ts'
import { settingsHandlers } from './settings/settings.routes.ts'

const calls = {
  ...devices,
  ...deviceLife,
  ...deviceSets,
  ...deviceApps,
  ...deviceAccessories,
  ...deviceKeys,
}

/** Terminals: the estate, what can be done with one or many, and what their link told. */
export const deviceRoutes = serve(calls, deviceScope, {
  ...estateHandlers,
  ...lifeHandlers,
  ...commandHandlers,
  ...reportedHandlers,
  ...appsHandlers,
  ...accessoryHandlers,
  ...keyHandlers,
  ...setsHandlers,
  ...settingsHandlers,
  ...presenceHandlers,
})
