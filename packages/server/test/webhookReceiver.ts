import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks that a test may take away and bring back at the same address. */
export class WebhookReceiver {
  /** What it has taken, in order of arrival. */
  readonly received: Received[] = []
  /** What it answers; by the body where it depends. */
  answer: (body: string) => number = () => 200
  #server: Server | null = null
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}/events`
  }

  get ids(): string[] {
    return this.received.map(({ body }) => (JSON.parse(body) as { id: string }).id)
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const body = Buffer.concat(parts).toString()
        const status = this.answer(body)
        if (status < 300) this.received.push({ headers: request.headers, body })
        response.writeHead(status).end()
      })
    })
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((done) => this.#server?.close(done))
  }
}
