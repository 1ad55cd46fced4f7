import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
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
  /** Nothing of our own environment but the search path and what is compiled reaches the server. */
  env: Readonly<Record<string, string>>
  program?: string
  /** Words of the command line. */
  words?: readonly string[]
  /** A file that everything it prints goes to; else it is read. */
  printTo?: string
}

/** Starts `program` (else main.ts) as npm start does, with a message channel that ends it. */
export function startServer(options: StartOptions): StartedServer {
  const { env, program = main, words = [], printTo } = options
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const output = printTo ? openSync(printTo, 'w') : 'pipe'
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', MQTT_PORT: '0', ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
  if (typeof output === 'number') closeSync(output)
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
