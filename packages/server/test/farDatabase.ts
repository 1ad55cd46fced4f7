import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A database as if it were far away. */
export interface FarDatabase {
  readonly url: string
  /** How often somebody had to wait for it: questions that followed an answer, on all connections. */
  readonly journeys: () => number
  close(): Promise<void>
}

/** Stands before a database and hands everything on after half the journey, each way. */
export async function openFarDatabase(url: string, journeyMs: number): Promise<FarDatabase> {
  const there = new URL(url)
  const sockets = new Set<Socket>()
  let journeys = 0
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname)
    let isAnswered = true
    near.on('data', () => {
      if (isAnswered) journeys += 1
      isAnswered = false
    })
    far.on('data', () => (isAnswered = true))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.setNoDelay(true))
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), journeyMs / 2))
      from.on('close', () => setTimeout(() => to.destroy(), journeyMs / 2))
      from.on('error', () => undefined)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  return {
    url: Object.assign(new URL(url), { port }).href,
    journeys: () => journeys,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
