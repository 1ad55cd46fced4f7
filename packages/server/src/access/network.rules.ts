/** A network that holds no address of anybody: what is left where two lists have nothing in common. */
const nowhere = '255.255.255.255/32'

/** Networks that both lists let through; an empty list is no limit. */
export function commonNetworks(one: readonly string[], other: readonly string[]): string[] {
  if (one.length === 0 || other.length === 0) return [...one, ...other]
  const common = new Set([
    ...other.filter((network) => isWithinAny(network, one)),
    ...one.filter((network) => isWithinAny(network, other)),
  ])
  return common.size > 0 ? [...common] : [nowhere]
}

/** Whether all addresses of a network lie in one of some networks. */
export function isWithinAny(network: string, networks: readonly string[]): boolean {
  const inner = prefixOf(network)
  return networks.some((wider) => {
    const outer = prefixOf(wider)
    return inner.bits === outer.bits && inner.prefix.startsWith(outer.prefix)
  })
}

/** The bits that all addresses of a network begin with, and how many an address has. */
function prefixOf(network: string): { readonly bits: 32 | 128; readonly prefix: string } {
  const [address = '', length] = network.split('/')
  const bits = address.includes(':') ? 128 : 32
  const all =
    bits === 32 ? binary(address.split('.').map(Number), 8) : binary(groupsOf(address), 16)
  return { bits, prefix: length === undefined ? all : all.slice(0, Number(length)) }
}

const binary = (numbers: readonly number[], width: number): string =>
  numbers.map((number) => number.toString(2).padStart(width, '0')).join('')

/** The eight groups of an IPv6 address; the URL parser knows every spelling. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...missing, ...after].map((group) => Number.parseInt(group, 16))
}
