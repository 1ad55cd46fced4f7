import type { Platform } from '../../kit/context.ts'
import { storeTask } from '../app/index.ts'
import { giveAsker } from '../device/index.ts'
import { isOffered } from './store.queries.ts'

/** What became of it: whether the terminal is offered this version at all, and the gate that keeps it from it. */
export interface StoreAnswer {
  readonly isOffered: boolean
  readonly code: string | null
}

/** Gives a terminal the version that its user has chosen in its store, where the store shows it that one. */
export async function installFromStore(
  { db, now, live }: Pick<Platform, 'db' | 'now' | 'live'>,
  { deviceId, apkId }: { readonly deviceId: string; readonly apkId: string },
): Promise<StoreAnswer> {
  const changes: Parameters<typeof live.changed>[0][] = []
  const answer = await db.transaction().execute(async (trx) => {
    const task = (await isOffered(trx, { deviceId, apkId })) && (await storeTask(trx, apkId))
    if (!task) return { isOffered: false, code: null }
    const changed = (path: string, ids: readonly string[], orgIds: readonly string[] = []) =>
      void changes.push({ path, ids, orgIds })
    return {
      isOffered: true,
      code: await giveAsker({ db: trx, now, changed }, { deviceId, ...task }),
    }
  })
  for (const change of changes) live.changed(change)
  return answer
}
