import { createServer, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'

/** A broker of another maker: it knows nothing of terminals and asks the server about each. */
export interface ForeignBroker {
  readonly url: string
  /** With the name and the password that the gateway shows. */
  readonly gatewayUrl: string
  /** Whom to ask; answers the JSON of the server's verdict. */
  ask: (call: 'auth' | 'acl', body: object) => Promise<{ result: string }>
  /** Messages that the gateway has acknowledged. */
  acknowledged(): number
  /** Breaks every connection of the gateway. */
  cutGateway(): void
  close(): Promise<void>
}

const gateway = { name: 'gateway', password: 'gateway-secret' }
const share = /^\$share\/[^/]+\//

export async function startForeignBroker(): Promise<ForeignBroker> {
  const sockets = new Map<Socket, Client>()
  const passwords = new Map<string, string>()
  const isGateway = (clientId: string) => passwords.get(clientId) === gateway.name
  const permit = async (clientId: string, body: object) =>
    isGateway(clientId) ||
    (await broker.ask('acl', { clientid: clientId, username: passwords.get(clientId), ...body }))
      .result === 'allow'
  const aedes = new Aedes({
    async authenticate(client, ...[username = '', password, done]) {
      passwords.set(client.id, username)
      if (username === gateway.name) done(null, String(password) === gateway.password)
      else {
        const body = { clientid: client.id, username, password: String(password) }
        done(null, (await broker.ask('auth', body)).result === 'allow')
      }
    },
    async authorizePublish(client, { topic, retain }, done) {
      const may = !client || (await permit(client.id, { topic, retain, action: 'publish' }))
      done(may ? null : new Error('not permitted'))
    },
    async authorizeSubscribe(client, subscription, done) {
      const { topic } = subscription
      const may = await permit(client.id, { topic, action: 'subscribe' })
      // aedes has no shared subscriptions; with one gateway a plain one is the same.
      if (may) Object.assign(subscription, { topic: topic.replace(share, '') })
      done(null, may ? subscription : null)
    },
  })
  await aedes.listen()
  let acknowledged = 0
  aedes.on('ack', (_, client) => {
    if (isGateway(client.id)) acknowledged += 1
  })
  const server = createServer((socket) => {
    const client = aedes.handle(socket)
    sockets.set(socket, client)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const broker: ForeignBroker = {
    url: `mqtt://127.0.0.1:${port}`,
    gatewayUrl: `mqtt://${gateway.name}:${gateway.password}@127.0.0.1:${port}`,
    ask: async () => ({ result: 'deny' }),
    acknowledged: () => acknowledged,
    cutGateway() {
      for (const [socket, { id }] of sockets) if (isGateway(id)) socket.destroy()
    },
    async close() {
      server.close()
      await new Promise<void>((done) => {
        aedes.close(done)
      })
    },
  }
  return broker
}
