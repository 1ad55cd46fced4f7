const day = 86_400_000

/** Whether a day lies behind us, or before us by no more than some days; null: neither. */
export function endOf({ on, days, now }: { on: string | null; days: number; now: number }) {
  if (on === null) return null
  const left = Date.parse(on) + day - now
  if (left <= 0) return 'ended'
  return left <= (days + 1) * day ? 'ending' : null
}
