/** So many terminals one address names within an hour, before it is believed no more. */
export const mostContacts = 20
const windowMs = 3600_000
/** More places than an estate has; beyond them the oldest are forgotten. */
const maxPlaces = 50_000

interface Place {
  readonly names: Set<string>
  readonly since: number
}

/**
 * Whether a contact under the name of a terminal that is out may be told of. Such a terminal has no
 * credential that could be proved, so that anybody who knows serial numbers could raise an alarm for
 * each: one address does so for a few of them.
 */
export function openContactLimit(now: () => Date): (ip: string, name: string) => boolean {
  const places = new Map<string, Place>()
  return (ip, name) => {
    const known = places.get(ip)
    const isOver = known !== undefined && now().getTime() - known.since >= windowMs
    if (isOver) places.delete(ip)
    const place = known && !isOver ? known : { names: new Set<string>(), since: now().getTime() }
    places.set(ip, place)
    const [oldest] = places.keys()
    if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
    if (place.names.has(name)) return true
    if (place.names.size >= mostContacts) return false
    place.names.add(name)
    return true
  }
}
