import { compareVersions as compareNumbered, numberedVersion } from '@muster/contract'

/** Numbers, and the words between them. */
const partsOf = (version: string): readonly string[] => version.match(/\d+|[^\d.]+/g) ?? []

const isNumber = (part: string): boolean => /^\d/.test(part)

/**
 * Which of two versions is the newer one: below zero, the second. By their numbers, as upgrades are
 * judged, whatever stands before them (aurora-6.1 is newer than 2.4); what has none comes before all that
 * have. Of the same numbers a version with a word after them comes before the bare one (2.0-rc1 before 2.0).
 */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [numberedVersion(one), numberedVersion(other)]
  if (!left || !right) return left ? 1 : right ? -1 : compareWords(one, other)
  return compareNumbered(one, other) || compareWords(left.rest, right.rest)
}

/** Numbers count as numbers (rc10 is newer than rc9), missing ones as zero. */
function compareWords(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = compareParts(left[place], right[place])
    if (difference !== 0) return difference
  }
  return 0
}

function compareParts(one: string | undefined, other: string | undefined): number {
  const [left, right] = [one ?? endBeside(other), other ?? endBeside(one)]
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right)
  if (isNumber(left) !== isNumber(right)) return isNumber(left) ? 1 : -1
  if (left === right) return 0
  // The end of a version comes after any word.
  if (left === '' || right === '') return left === '' ? 1 : -1
  return left < right ? -1 : 1
}

/** What stands for the missing part beside a number or a word. */
const endBeside = (part = ''): string => (isNumber(part) ? '0' : '')

/** Of any length: a build may be called by a whole moment. */
function compareNumbers(one: string, other: string): number {
  const [left, right] = [BigInt(one), BigInt(other)]
  if (left === right) return 0
  return left < right ? -1 : 1
}
