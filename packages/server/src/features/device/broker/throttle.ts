/** Failures that are forgiven within {@link windowMs}, before a place has to wait. */
const forgiven = { pair: 10, ip: 200 }
const windowMs = 5 * 60_000
/** More places than an estate has; beyond them the oldest are forgotten. */
const maxPlaces = 50_000

interface Place {
  failures: number
  since: number
}

export interface Throttle {
  readonly isBlocked: (ip: string, name: string) => boolean
  readonly fail: (ip: string, name: string) => void
  readonly succeed: (ip: string, name: string) => void
}

/** Counts failed connections by address, and by address and name: nobody guesses for long. */
export function openThrottle(now: () => Date): Throttle {
  const places = new Map<string, Place>()

  function current(key: string): Place | undefined {
    const place = places.get(key)
    if (!place || now().getTime() - place.since < windowMs) return place
    places.delete(key)
    return undefined
  }

  function count(key: string): void {
    const place = current(key)
    if (place) place.failures += 1
    else places.set(key, { failures: 1, since: now().getTime() })
    const [oldest] = places.keys()
    if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
  }

  return {
    isBlocked: (ip, name) =>
      (current(`${ip} ${name}`)?.failures ?? 0) >= forgiven.pair ||
      (current(ip)?.failures ?? 0) >= forgiven.ip,
    fail(ip, name) {
      count(`${ip} ${name}`)
      count(ip)
    },
    succeed(ip, name) {
      places.delete(`${ip} ${name}`)
    },
  }
}
