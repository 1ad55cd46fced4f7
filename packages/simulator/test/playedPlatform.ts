import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { enrolmentKey, type PlayedServer } from './playedServer.ts'

/** Plays the platform's HTTP beside a broker that takes given passwords, written from docs/device-protocol.md. */
export class PlayedPlatform {
  /** What was asked for, in order. */
  readonly asked: string[] = []
  /** Addresses of the broker that are said next; its true one when it is empty. */
  readonly said: string[] = []
  /** Addresses whose next answer breaks off in its middle. */
  readonly cutOff: string[] = []
  /** Milliseconds that the next passwords are good for. */
  goodFor = 3_600_000
  readonly #broker: PlayedServer
  readonly #tokens = new Map<string, string>()
  readonly #server: Server

  private constructor(broker: PlayedServer) {
    this.#broker = broker
    broker.tokens = this.#tokens
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(broker: PlayedServer): Promise<PlayedPlatform> {
    const played = new PlayedPlatform(broker)
    played.#server.listen(0, '127.0.0.1')
    await once(played.#server, 'listening')
    return played
  }

  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  /** No password that was given counts any more. */
  revoke(): void {
    this.#tokens.clear()
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request
    this.asked.push(url)
    const bearer = headers.authorization?.slice('Bearer '.length) ?? ''
    const body = await text(request)
    const said = this.#say(url, bearer, body)
    response.writeHead(said ? 200 : 401, { 'content-type': 'application/json' })
    if (!this.#isCutOff(url)) return void response.end(JSON.stringify(said))
    response.write('{"', () => response.destroy())
  }

  #isCutOff(url: string): boolean {
    const at = this.cutOff.indexOf(url)
    if (at >= 0) this.cutOff.splice(at, 1)
    return at >= 0
  }

  #say(url: string, bearer: string, body: string): object | null {
    if (url === '/device/v1/time')
      return { time: Date.now(), mqtt: this.said.shift() ?? this.#broker.mqtt, password: 'token' }
    const { sn }: { sn: string } = JSON.parse(body)
    if (url === '/device/v1/register')
      return bearer === enrolmentKey ? this.#broker.register(sn) : null
    if (!this.#broker.proves(sn, bearer)) return null
    const password = randomUUID()
    this.#tokens.set(password, sn)
    return { password, expiresAt: Date.now() + this.goodFor }
  }
}
