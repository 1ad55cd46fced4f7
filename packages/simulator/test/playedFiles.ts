import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

const chunkBytes = 4 * 1024 * 1024

/** Plays the platform's download calls, written from docs/device-protocol.md. */
export class PlayedFiles {
  readonly content: Buffer
  /** Ranges that were asked for, in order; `all` without one. */
  readonly asked: string[] = []
  /** Bearers that tickets were asked with. */
  readonly bearers: string[] = []
  /** Statuses that the next requests for bytes are answered with. */
  readonly statuses: number[] = []
  /** Bytes after which the next answers break off. */
  readonly breaks: number[] = []
  /** Whether tickets tell the hashes of the chunks. */
  tellsChunks = true
  /** What is sent in place of the content. */
  forged: Buffer | null = null
  tickets = 0
  /** Answers with bytes that were under way at the same time. */
  mostAtOnce = 0
  #underWay = 0
  readonly #server: Server

  private constructor(content: number | Buffer) {
    this.content = typeof content === 'number' ? randomBytes(content) : content
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(content: number | Buffer): Promise<PlayedFiles> {
    const played = new PlayedFiles(content)
    played.#server.listen(0, '127.0.0.1')
    await once(played.#server, 'listening')
    return played
  }

  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  get artifact() {
    const { length: size } = this.content
    return { ticket: 'the-ticket', size, sha256: digest(this.content), name: 'pay.apk' }
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') return this.#ticket(request, response)
    const { range = 'all' } = request.headers
    this.asked.push(range)
    this.#underWay += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay)
    response.once('close', () => {
      this.#underWay -= 1
    })
    const status = this.statuses.shift()
    if (status !== undefined) return void response.writeHead(status, { 'retry-after': '0.1' }).end()
    const content = this.forged ?? this.content
    const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0)
    const etag = `"${digest(content)}"`
    response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': content.length - from })
    const end = this.breaks.shift()
    if (end === undefined) return void response.end(content.subarray(from))
    response.write(content.subarray(from, end), () => response.destroy())
  }

  async #ticket(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.tickets += 1
    this.bearers.push(request.headers.authorization ?? '')
    const { ticket }: { ticket: string } = JSON.parse(await text(request))
    if (ticket !== 'the-ticket') return void response.writeHead(404).end('{}')
    const { size, sha256 } = this.artifact
    const parts = Array.from({ length: Math.ceil(size / chunkBytes) }, (_, n) =>
      digest(this.content.subarray(n * chunkBytes, (n + 1) * chunkBytes)),
    )
    const chunks = this.tellsChunks ? parts : []
    const about = { size, sha256, ranges: true, chunkBytes, chunks, mirrors: [] }
    const expires = Date.now() + 60_000
    response.end(JSON.stringify({ url: `${this.url}/file/x`, expires, ...about }))
  }
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
