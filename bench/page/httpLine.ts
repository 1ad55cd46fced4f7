import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface Waiting {
  readonly resolve: (body: string) => void
  readonly reject: (error: Error) => void
}

/** One HTTP connection with one request under way: as little work for the load's core as can be. */
export class HttpLine {
  readonly #socket: Socket
  #received: Buffer[] = []
  #missing = 0
  #head = ''
  #waiting: Waiting | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')))
  }

  static async open(port: number): Promise<HttpLine> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    return new HttpLine(socket)
  }

  /** Sends a whole request and answers the body; rejects when the status is not 200. */
  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request, 'latin1')
    })
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    if (this.#missing === 0) this.#readHead()
    else this.#missing -= chunk.length
    if (this.#missing === 0 && this.#head) this.#settle()
  }

  #readHead(): void {
    const all = Buffer.concat(this.#received)
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) return
    this.#head = all.toString('latin1', 0, end)
    const length = /content-length: (\d+)/i.exec(this.#head)?.[1]
    const body = all.subarray(end + 4)
    this.#received = [body]
    this.#missing = Number(length) - body.length
  }

  #settle(): void {
    const { resolve, reject } = this.#waiting ?? {}
    const body = Buffer.concat(this.#received)
    const isFine = this.#head.startsWith('HTTP/1.1 200')
    this.#received = []
    this.#head = ''
    this.#waiting = null
    if (isFine) resolve?.(body.toString())
    else reject?.(new Error(body.toString()))
  }
}
