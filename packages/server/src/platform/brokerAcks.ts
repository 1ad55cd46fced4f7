import type { Held } from './brokerShelf.ts'

type Awaiting = Pick<Held<unknown>, 'acknowledged' | 'client'>

let due: Awaiting[] = []

/**
 * Sends a PUBACK, all of a connection's that are due in one moment as one piece: the broker's own way
 * makes four pieces of each, which took longer than storing what it acknowledges.
 */
export function acknowledge(held: Awaiting, messageId: number): void {
  if (held.acknowledged.push(messageId) > 1) return
  if (due.push(held) === 1) process.nextTick(sendAll)
}

function sendAll(): void {
  const all = due
  due = []
  for (const { acknowledged, client } of all) {
    const bytes = Buffer.allocUnsafe(4 * acknowledged.length)
    for (const [place, messageId] of acknowledged.entries()) {
      bytes.writeUInt16BE(0x4002, 4 * place)
      bytes.writeUInt16BE(messageId, 4 * place + 2)
    }
    acknowledged.length = 0
    if (client.conn.writable) client.conn.write(bytes)
  }
}
