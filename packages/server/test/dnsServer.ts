import { createSocket } from 'node:dgram'

/** A DNS server that knows some TXT records, on a port of its own. */
export interface TestDns {
  readonly address: string
  /** Name and text of each record; a name that is not here does not exist. */
  readonly records: Map<string, string>
  close(): Promise<void>
}

const headerSize = 12

/** Answers TXT questions over UDP as RFC 1035 writes them. */
export async function startTestDns(): Promise<TestDns> {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    socket.send(answerTo(query, records), port, address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((done) => socket.close(() => done())),
  }
}

function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const { name, end } = questionOf(query)
  const text = records.get(name)
  const header = Buffer.alloc(headerSize)
  query.copy(header, 0, 0, 2)
  // A response; recursion was desired and is available; code 3: there is no such name.
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(text === undefined ? 0 : 1, 6)
  const question = query.subarray(headerSize, end)
  if (text === undefined) return Buffer.concat([header, question])
  const bytes = Buffer.from(text)
  const data = Buffer.concat([Buffer.from([bytes.length]), bytes])
  const record = Buffer.alloc(12)
  // The name of the question, TXT, IN, a minute.
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(16, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, question, record, data])
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerSize
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}
