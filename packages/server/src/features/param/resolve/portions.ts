/** Bytes of texts that are in memory at a time. */
const mostBytes = 8 * 1024 * 1024
/** So many as one statement may write, however short they are. */
const mostItems = 1000

/** What is too much for memory at once, in portions that are not; what is too long by itself comes alone. */
export function portionsOf<T>(list: readonly T[], bytesOf: (one: T) => number): T[][] {
  const portions: T[][] = []
  let portion: T[] = []
  let bytes = 0
  for (const one of list) {
    bytes += bytesOf(one)
    if (portion.length === 0 || bytes > mostBytes || portion.length === mostItems) {
      portions.push((portion = []))
      bytes = bytesOf(one)
    }
    portion.push(one)
  }
  return portions
}
