import { createHash } from 'node:crypto'

/**
 * Where a terminal stands in the order of a release, from 0 to 9999: the same whoever asks, another in
 * each release. release_place in the database says the same.
 */
export const releasePlace = (deviceId: string, releaseId: string): number =>
  createHash('md5')
    .update(deviceId + releaseId)
    .digest()
    .readUInt32BE(0) % 10_000

/** Whether a release of so many percent has reached a terminal. */
export const isReached = (
  { releaseId, percent }: { readonly releaseId: string | null; readonly percent: number | null },
  deviceId: string,
): boolean => releaseId !== null && releasePlace(deviceId, releaseId) < (percent ?? 0) * 100
