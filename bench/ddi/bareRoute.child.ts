import { ddiPath } from '@muster/contract'
import Fastify from 'fastify'
import { serveOrders } from '../harness/children.ts'

export interface BareRouteOrder {
  readonly port: number
}

/** The same answer from a route that knows nobody and keeps nothing. */
serveOrders(async ({ port }: BareRouteOrder): Promise<string> => {
  const http = Fastify()
  http.get(`${ddiPath}/:controllerId`, async () => ({ config: { polling: { sleep: '00:02:00' } } }))
  await http.listen({ port, host: '127.0.0.1' })
  return 'listening'
})
