import {
  deviceAccessories,
  deviceApps,
  deviceKeys,
  devices,
  devicesPath,
  fillPath,
  functionalPath,
} from '@muster/contract'

/** What gateways know the terminals by that have come under other settings. */
export const settingsPath = `${devicesPath}/settings`

/** What gateways know the profiles by that have come into force, or out of it. */
export const inForcePath = `${functionalPath}/inForce`

/** What gateways know the terminals by that came into a group with a profile, or left one. */
export const regroupedPath = `${functionalPath}/regrouped`

/** What consoles know the commands of one terminal by. */
export const tasksPath = (deviceId: string): string =>
  fillPath(devices.tasks.path, { id: deviceId })

/** What consoles know the snapshots of one terminal by. */
export const snapshotsPath = (deviceId: string): string =>
  fillPath(devices.snapshots.path, { id: deviceId })

/** What consoles know the installed applications of one terminal by. */
export const appsPath = (deviceId: string): string =>
  fillPath(deviceApps.apps.path, { id: deviceId })

/** What consoles know the accessories of one terminal by. */
export const accessoriesPath = (deviceId: string): string =>
  fillPath(deviceAccessories.accessories.path, { id: deviceId })

/** What consoles know the keys of one terminal by. */
export const keysPath = (deviceId: string): string =>
  fillPath(deviceKeys.slots.path, { id: deviceId })
