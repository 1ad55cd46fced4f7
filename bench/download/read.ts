import { get } from 'node:http'
import { get as getOverTls } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Place {
  readonly port: number
  readonly path: string
  readonly isTls?: boolean
}

/** Reads a file to its end and throws it away; answers its bytes. Comes again when it is told to, as terminals do. */
export async function readAway(place: Place): Promise<number> {
  for (;;) {
    const { status, bytes } = await readOnce(place)
    if (status === 200) return bytes
    if (status !== 429) throw new Error(`${place.path}: status ${status}`)
    await sleep(500)
  }
}

const readOnce = ({ port, path, isTls }: Place): Promise<{ status: number; bytes: number }> =>
  new Promise((resolve, reject) => {
    const ask = isTls ? getOverTls : get
    const to = { host: '127.0.0.1', port, path, agent: false, rejectUnauthorized: false }
    const request = ask(to, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }))
      answer.on('error', reject)
    })
    request.on('error', reject)
  })
