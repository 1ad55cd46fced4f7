import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../packages/server/test/freePorts.ts'
import { password } from './people.ts'

const builtConsole = fileURLToPath(new URL('../packages/console/dist', import.meta.url))
const main = fileURLToPath(new URL('../packages/server/src/bin/main.ts', import.meta.url))

/** Where an estate is found: variables that people.ts and database.ts read. */
type Whereabouts = Readonly<Record<string, string>>

/** A running estate, and what ends it. */
interface Estate {
  readonly whereabouts: Whereabouts
  readonly end: () => Promise<void>
}

/** What differs between the projects of the browser tests: the first administrator of what changes chooses his password in the browser. */
const settings: Readonly<Record<string, Record<string, string>>> = {
  changing: {},
  looking: { MUSTER_ADMIN_PASSWORD: password },
  delivering: { MUSTER_ADMIN_PASSWORD: password },
}

/**
 * An estate for each project of the browser tests: none waits for what another changes. It starts when a
 * worker first asks for it, at a door that stands in `MUSTER_E2E_ESTATES`: one that waits takes a fifth of a
 * core from those that work. Answers what ends them.
 */
export default async function openEstates(): Promise<() => Promise<void>> {
  const estates = new Map<string, Promise<Estate>>()
  const estateOf = (project: string): Promise<Estate> => {
    const estate = estates.get(project) ?? startEstate(settings[project])
    estates.set(project, estate)
    return estate
  }
  const door = createServer(({ url = '' }, answer) => {
    void estateOf(url.slice(1)).then(
      ({ whereabouts }) => answer.end(JSON.stringify(whereabouts)),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const bound = door.address()
  const port = typeof bound === 'object' ? bound?.port : bound
  process.env['MUSTER_E2E_ESTATES'] = `http://127.0.0.1:${port}`
  return async () => {
    door.close()
    const started = await Promise.allSettled(estates.values())
    await Promise.all(
      started.map(async (one) => (one.status === 'fulfilled' ? one.value.end() : undefined)),
    )
  }
}

/** Starts the product as a new user would, on an empty folder with the demo estate. */
export async function startEstate(more: Readonly<Record<string, string>> = {}): Promise<Estate> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-e2e-'))
  // PostgreSQL does not run as root: what it cannot reach lies elsewhere, and would stay when this goes.
  chmodSync(folder, 0o755)
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
    ...more,
  }
  const server = spawn(process.execPath, [main, '--demo'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const text = await readyText(server)
  const end = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
  const whereabouts = {
    MUSTER_E2E_PID: String(server.pid),
    MUSTER_E2E_DATA: env.MUSTER_DATA,
    MUSTER_E2E_URL: `http://localhost:${port}`,
    MUSTER_E2E_CONSOLE: consoleFolder,
    // Printed once, where nobody has chosen one.
    MUSTER_E2E_PASSWORD: /one-time password "([^"]+)"/.exec(text)?.[1] ?? '',
  }
  return { whereabouts, end }
}

/** What a start has printed by the time that it is ready. */
function readyText(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('Muster is ready')) resolve(text)
    })
    server.once('exit', () => reject(new Error(`The server did not start:\n${text}`)))
  })
}
