import { compareVersions as compareNumbered } from '@muster/contract'

/**
 * Which of two versions is the newer one: below zero, the second. By their numbers alone, as upgrades are
 * judged, whatever words stand before or after them (aurora-6.1 is newer than 2.4, 2.0-rc1 the same as 2.0);
 * what has none comes before all that have.
 */
export const compareVersions = (one: string, other: string): number =>
  compareNumbered(one, other) ?? Number(hasNumber(one)) - Number(hasNumber(other))

const hasNumber = (version: string): boolean => /[0-9]/.test(version)
