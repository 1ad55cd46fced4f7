import { session } from '@muster/contract'
import { useEffect } from 'react'
import { whenIdle } from '../../kit/whenIdle.ts'
import { queries, query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'

/** Who sees which map; the same codes as `mapPermissions`, which would bring all its schemas. */
const mapCodes = {
  global: ['DEVICE_LOCATION_LIST', 'DEVICE_LOCATION_DETAIL'],
  china: ['DEVICE_LOCATION_LIST', 'DEVICE_LOCATION_DETAIL_ZH'],
} as const

/**
 * Step 3 of the guard: loads the settings that this user's pages need, and no others, once the
 * page in front is there.
 * @param isFree false until the password is set: the server refuses all but that
 */
export function useLateSettings(hasUcenter: boolean, isFree: boolean): void {
  const mayPolicy = useCan('PWD_POLICY')
  const hasGlobal = useCan(mapCodes.global)
  const hasChina = useCan(mapCodes.china)
  const needsRule = hasUcenter || mayPolicy
  useEffect(() => {
    if (!needsRule) return undefined
    return later(() => queries.prefetchQuery(query(session.passwordRule, {})))
  }, [needsRule])
  useEffect(() => {
    return isFree && (hasGlobal || hasChina) ? later(() => fetchMapKeys(hasGlobal)) : undefined
  }, [isFree, hasGlobal, hasChina])
}

/** Does what the page in front need not wait for; answers how to leave it undone. */
function later(work: () => Promise<unknown>): () => void {
  let isWanted = true
  void whenIdle().then(() => isWanted && work())
  return () => {
    isWanted = false
  }
}

const fetchMapKeys = async (hasGlobal: boolean) =>
  (await import('./loadMapKeys.ts')).loadMapKeys(hasGlobal)
