import { appKinds, type MenuItem, paramKinds, type ScreenKey } from '@muster/contract'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { addressText, type Query } from '../../../platform/address.ts'

interface Named {
  readonly kind: string
  readonly id: string
}

/** Where a push stands: the list of its kind, with it opened; null where the user has no such list. */
export function pushAddress(menu: readonly MenuItem[], { kind, id }: Named): string | null {
  const { screen, query } = listOf(kind, id)
  const path = pathOfScreen(menu, screen)
  return path === null ? null : addressText({ path, query })
}

interface Place {
  readonly screen: ScreenKey
  readonly query: Query
}

function listOf(kind: string, id: string): Place {
  if (appKinds.some((one) => one === kind)) return { screen: 'MQTT_APK', query: { push: id } }
  if (paramKinds.some((one) => one === kind))
    return { screen: 'PARAM_LOG', query: { tab: 'pushes', push: id } }
  // Upgrades have no list of pushes: their terminals stand among the results.
  if (kind === 'UPGRADE') return { screen: 'RESULT', query: { pushId: id } }
  return { screen: 'MQTT_TASK', query: { push: id } }
}
