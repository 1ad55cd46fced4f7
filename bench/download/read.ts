import { get } from 'node:http'

export interface Place {
  readonly port: number
  readonly path: string
}

/** Reads a file to its end and throws it away; answers its bytes. */
export const readAway = ({ port, path }: Place): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${path}: status ${answer.statusCode}`)),
      )
      answer.on('error', reject)
    })
    request.on('error', reject)
  })
