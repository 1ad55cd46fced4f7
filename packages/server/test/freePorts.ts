import { once } from 'node:events'
import { createServer } from 'node:net'

/** Different ports that nobody listens on, for programs that cannot say which one they took. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer().listen(0, '127.0.0.1')
      await once(probe, 'listening')
      return probe
    }),
  )
  return Promise.all(
    probes.map(async (probe) => {
      const address = probe.address()
      probe.close()
      await once(probe, 'close')
      return typeof address === 'object' && address ? address.port : 0
    }),
  )
}

/** One such port: a server that is started again needs the same one. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
