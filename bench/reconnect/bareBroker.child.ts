import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { serveOrders } from '../harness/children.ts'

/** The broker library as it comes: nobody is asked who he is. */
serveOrders(async ({ port }: { port: number }): Promise<string> => {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle).listen(port, '127.0.0.1', 4096)
  await once(server, 'listening')
  return 'listening'
})
