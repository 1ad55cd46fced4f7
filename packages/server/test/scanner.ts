import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What the stand-in takes for a virus, and what it calls it. */
export const virus = 'THIS-IS-A-VIRUS'
export const virusName = 'Test.Virus-1'

/** A stand-in that speaks clamd's protocol over TCP; it can be away and come back. */
export interface Scanner {
  /** For the variable CLAMD_URL. */
  readonly url: string
  /** Sizes of what it was shown, in the order of the looks. */
  readonly seen: number[]
  /** Breaks off after so many bytes, as clamd does above its StreamMaxLength. */
  limit: number
  leave(): Promise<void>
  comeBack(): Promise<void>
}

/** Starts it at a port of its own, which it keeps while it is away. */
export async function startScanner(): Promise<Scanner> {
  const seen: number[] = []
  const scanner = { seen, limit: Infinity }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    serve(socket, scanner)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return Object.assign(scanner, {
    url: `tcp://127.0.0.1:${port}`,
    leave: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    comeBack: () => listen(port),
  })
}

function serve(socket: Socket, scanner: { readonly seen: number[]; readonly limit: number }): void {
  let bytes = Buffer.alloc(0)
  socket.on('data', (part) => {
    bytes = Buffer.concat([bytes, Buffer.from(part)])
    const command = bytes.subarray(0, bytes.indexOf(0)).toString()
    if (command === 'zVERSION') socket.end('ClamAV 9.9.9/12345/Sat Nov 21 10:00:00 2026\0')
    if (command !== 'zINSTREAM') return
    if (bytes.length > scanner.limit) {
      socket.end('INSTREAM size limit exceeded. ERROR\0')
      return
    }
    const content = contentOf(bytes.subarray(command.length + 1))
    if (!content) return
    scanner.seen.push(content.length)
    socket.end(content.includes(virus) ? `stream: ${virusName} FOUND\0` : 'stream: OK\0')
  })
}

/** The parts after their lengths, once the last one has come; null before that. */
function contentOf(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
