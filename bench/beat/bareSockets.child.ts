import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { serveOrders } from '../harness/children.ts'

export interface BareSocketsOrder {
  readonly port: number
}

const connect = 1
const publish = 3
const connack = Buffer.from([0x20, 2, 0, 0])

/** The same connections with acknowledgements alone: nobody is asked who he is, nothing is read or kept. */
serveOrders(async ({ port }: BareSocketsOrder): Promise<string> => {
  const server = createServer({ noDelay: true }, answerAll)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return 'listening'
})

function answerAll(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const answers: Buffer[] = []
    let from = 0
    for (;;) {
      const frame = frameAt(bytes, from)
      if (!frame) break
      const answer = answerTo(bytes, frame)
      if (answer) answers.push(answer)
      from = frame.end
    }
    rest = bytes.subarray(from)
    if (answers.length > 0)
      socket.write(answers.length === 1 ? (answers[0] ?? '') : Buffer.concat(answers))
  })
  socket.on('error', () => undefined)
}

interface Frame {
  readonly kind: number
  /** Where its contents begin and end. */
  readonly start: number
  readonly end: number
}

/** The packet that begins there (MQTT 3.1.1, 2.2), if all of it has come. */
function frameAt(bytes: Buffer, from: number): Frame | null {
  let length = 0
  for (let digit = 0; digit < 4; digit++) {
    const byte = bytes[from + 1 + digit]
    if (byte === undefined) return null
    length += (byte & 127) * 128 ** digit
    if (byte > 127) continue
    const start = from + 2 + digit
    const end = start + length
    return end <= bytes.length ? { kind: (bytes[from] ?? 0) >> 4, start, end } : null
  }
  return null
}

function answerTo(bytes: Buffer, { kind, start }: Frame): Buffer | null {
  if (kind === connect) return connack
  if (kind !== publish) return null
  const id = start + 2 + bytes.readUInt16BE(start)
  return Buffer.from([0x40, 2, bytes[id] ?? 0, bytes[id + 1] ?? 0])
}
