const text = new TextEncoder()
/** So many digests are asked for at once: WebCrypto answers each in a turn of its own. */
const batch = 512

/** What a captcha carries beside its picture. */
export interface Work {
  readonly challenge: string
  readonly bits: number
}

/**
 * Looks for the number that proves the work: SHA-256 of `<challenge>.<number>` begins with `bits`
 * zero bits. Answers the text that goes into `captcha`. About a second at 16 bits.
 */
export async function solveWork(work: Work, signal?: AbortSignal): Promise<string> {
  for (let first = 0; ; first += batch) {
    signal?.throwIfAborted()
    const tries = Array.from({ length: batch }, (_, index) => first + index)
    const proved = await Promise.all(tries.map((number) => provesWork(work, String(number))))
    const found = proved.indexOf(true)
    if (found >= 0) return `${workMark}${first + found}`
  }
}

/** Tells a number that proves work from the characters of a picture. */
export const workMark = 'work:'

/** Whether a number proves the work. */
export async function provesWork({ challenge, bits }: Work, number: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', text.encode(`${challenge}.${number}`))
  return leadingZeros(new Uint8Array(digest)) >= bits
}

function leadingZeros(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte !== 0)
  return at < 0 ? bytes.length * 8 : at * 8 + Math.clz32(bytes[at] ?? 0) - 24
}
