/** What is forgiven, and for how long it is remembered. */
export interface ThrottleRules {
  /** Failures of an address under one name, before it has to wait. */
  readonly badLogins: number
  readonly banMinutes: number
}

/** Many terminals may come from one address: it is forgiven so many times as much. */
const perAddress = 20
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
export function openThrottle(now: () => Date, rules: () => ThrottleRules): Throttle {
  const places = new Map<string, Place>()

  function current(key: string): Place | undefined {
    const place = places.get(key)
    const isOver = place && now().getTime() - place.since >= rules().banMinutes * 60_000
    if (!isOver) return place
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
    isBlocked(ip, name) {
      const { badLogins } = rules()
      return (
        (current(`${ip} ${name}`)?.failures ?? 0) >= badLogins ||
        (current(ip)?.failures ?? 0) >= badLogins * perAddress
      )
    },
    fail(ip, name) {
      count(`${ip} ${name}`)
      count(ip)
    },
    succeed(ip, name) {
      places.delete(`${ip} ${name}`)
    },
  }
}
