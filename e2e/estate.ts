import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../packages/server/test/freePorts.ts'

const builtConsole = fileURLToPath(new URL('../packages/console/dist', import.meta.url))
const main = fileURLToPath(new URL('../packages/server/src/bin/main.ts', import.meta.url))

/** Starts the product as a new user would, on an empty folder with the demo estate; answers what ends it. */
export default async function startEstate(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-e2e-'))
  const port = await freePort()
  // A copy, so that a test can put another version in its place while the server runs.
  const consoleFolder = join(folder, 'console')
  cpSync(builtConsole, consoleFolder, { recursive: true })
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    MQTT_PORT: String(await freePort()),
    MUSTER_DATA: join(folder, 'data'),
    // Where a test listens for what the product tells other programs.
    MUSTER_WEBHOOK_NETWORKS: '127.0.0.0/8',
    MUSTER_CONSOLE: consoleFolder,
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, [main, '--demo'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  process.env['MUSTER_E2E_DATA'] = env.MUSTER_DATA
  process.env['MUSTER_E2E_URL'] = `http://localhost:${port}`
  process.env['MUSTER_E2E_CONSOLE'] = consoleFolder
  process.env['MUSTER_E2E_PASSWORD'] = await oneTimePassword(server)
  return async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
}

/** What the first start prints once. */
function oneTimePassword(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout?.on('data', (chunk) => {
      text += String(chunk)
      const found = /one-time password "([^"]+)"/.exec(text)
      if (found?.[1]) resolve(found[1])
    })
    server.once('exit', () => reject(new Error(`The server did not start:\n${text}`)))
  })
}
