import type * as run from './runBatch.ts'

type Told = Parameters<typeof run.tellBatch>

/** Says what became of a batch call of a screen's own. It comes when there is something to say. */
export const tellBatch = async (...told: Told): Promise<void> =>
  (await import('./runBatch.ts')).tellBatch(...told)
