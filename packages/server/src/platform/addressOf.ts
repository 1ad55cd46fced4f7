/** An address as PostgreSQL's `inet` takes it: IPv4 that came over IPv6 as IPv4, without a zone. */
export const addressOf = (ip: string): string =>
  ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
