import { code } from '../../platform/code.ts'
import type * as run from './runBatch.ts'

/** It comes when there is something to do. */
const { load } = code(() => import('./runBatch.ts'))

/** Changes records, and says what became of it. Answers whether anything was done. */
export const runBatch = async (...batch: Parameters<typeof run.runBatch>): Promise<boolean> =>
  (await load()).runBatch(...batch)

/** Says what became of a batch call of a screen's own. */
export const notifyBatch = async (...done: Parameters<typeof run.notifyBatch>): Promise<void> =>
  (await load()).notifyBatch(...done)
