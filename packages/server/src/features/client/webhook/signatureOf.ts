import { createHmac } from 'node:crypto'

/** `t=<epoch seconds>,v1=<hex>`: HMAC-SHA-256 of `<t>.<body>` by each secret that is good now. */
export function signatureOf(keys: readonly Buffer[], timestamp: number, body: string): string {
  const macs = keys.map((key) =>
    createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
  )
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(',')
}
