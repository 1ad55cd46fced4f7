import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/bin/main.ts', import.meta.url))

/** A real server process; ports are free ones unless `env` says otherwise. */
export type StartedServer = {
  child: ChildProcess
  /** What it has printed until now. */
  output: () => string
  /** Resolves to the printed address, or rejects with the output when it ends before. */
  address: Promise<string>
  /** The exit code; null after a signal. */
  ended: Promise<number | null>
}

export type StartOptions = {
  /** Nothing of our own environment but the search path reaches the server. */
  env: Readonly<Record<string, string>>
  program?: string
}

/** Starts `program` (else main.ts) as npm start does, with a message channel that ends it. */
export function startServer({ env, program = main }: StartOptions): StartedServer {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], PORT: '0', MQTT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  const ended = once(child, 'close').then(() => child.exitCode)
  const address = new Promise<string>((resolve, reject) => {
    const read = (more: string) => {
      text += more
      const found = /https?:\/\/[\w.[\]:-]+:\d+/.exec(text)
      if (found) resolve(found[0])
    }
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read)
    void ended.then(() => reject(new Error(`the server ended: ${text}`)))
  })
  address.catch(() => undefined)
  return { child, output: () => text, address, ended }
}
