import { mapKeys } from '@muster/contract'
import { ask } from '../../kit/call.ts'
import { useSession } from '../../kit/session.ts'
import { defaultGlobalKey, takeMapKeys } from '../../platform/mapKeys.ts'

/** Loads the keys of the map services; a failure is logged, and the map does without a key. */
export async function loadMapKeys(hasGlobal: boolean): Promise<void> {
  try {
    takeMapKeys(await ask(mapKeys.get, {}))
  } catch (cause) {
    takeMapKeys({ global: hasGlobal ? defaultGlobalKey : null, china: null })
    // Who signed out meanwhile needs no keys.
    if (useSession.getState().token) reportError(new Error('map keys not loaded', { cause }))
  }
}
