/**
 * The network that an address counts with: failures of one source must not hide behind many
 * addresses of it. /24 of IPv4, /56 of IPv6, as text.
 */
export function sourceOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  const numbers = groups.slice(0, 4).map((group) => Number.parseInt(group, 16) || 0)
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  return `${[a, b, c, d & 0xff00].map((number) => number.toString(16)).join(':')}::/56`
}
