import type { certificateStates } from '@muster/contract'

const day = 86_400_000

/** How it stands with an approval whose last day is `expiresOn`, when its end is told `days` before. */
export function stateOf(
  expiresOn: string,
  { now, days }: { readonly now: Date; readonly days: number },
): (typeof certificateStates)[number] {
  const left = Math.floor((Date.parse(expiresOn) + day - now.getTime()) / day)
  if (left < 0) return 'ENDED'
  return left <= days ? 'ENDING' : 'VALID'
}
