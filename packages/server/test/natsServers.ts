import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream'
import { connect, jwtAuthenticator } from '@nats-io/transport-node'
import type { NatsAddresses } from '../src/platform/env.ts'
import { loadNatsKeys } from '../src/platform/natsKeys.ts'
import { debianProgram } from './debianProgram.ts'
import { documented, substituted } from './documentedCommands.ts'
import { freePorts } from './freePorts.ts'

export interface NatsNode {
  readonly name: string
  readonly start: () => Promise<void>
  /** Ends it without a word. */
  readonly kill: () => Promise<void>
  readonly isRunning: () => boolean
  /** Its process, as it runs now. */
  readonly pid: () => number
  readonly output: () => string
}

export interface NatsServers extends NatsAddresses {
  readonly nodes: readonly NatsNode[]
  /** The node that leads the stream of terminals' messages. */
  readonly leader: (store: KeyStore) => Promise<NatsNode>
  /** What NATS says of one of its streams. */
  readonly stream: (store: KeyStore, name: string) => Promise<StreamInfo>
  readonly stop: () => Promise<void>
}

type KeyStore = Parameters<typeof loadNatsKeys>[0]

export interface NatsWishes {
  readonly count: 1 | 3
  /** Text of `npm run nats:setup`. */
  readonly trust: string
  /** Changes the documented configuration of a node. */
  readonly edit?: (text: string) => string
}

/** Starts one node, or a cluster of three, on free ports with the documented configuration. */
export async function startNatsServers({ count, trust, edit }: NatsWishes): Promise<NatsServers> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-nats-'))
  const ports = await freePorts(count * 3)
  const own = Array.from({ length: count }, (_, index) => {
    const [client = 0, mqtt = 0, cluster = 0] = ports.slice(index * 3, index * 3 + 3)
    return { client, mqtt, cluster }
  })
  const routes = own.map(({ cluster }) => `"nats://127.0.0.1:${cluster}"`).join(', ')
  const nodes = await Promise.all(
    own.map(async ({ client, mqtt, cluster }, index) => {
      const home = join(folder, String(index + 1))
      await mkdir(home)
      const text = substituted(documented('nats-server.conf'), {
        'nats-1': `nats-${index + 1}`,
        '"10.0.0.1:4222"': `"127.0.0.1:${client}"`,
        '"10.0.0.1:1883"': `"127.0.0.1:${mqtt}"`,
        '"10.0.0.1:6222"': `"127.0.0.1:${cluster}"`,
        '[ "nats://10.0.0.1:6222", "nats://10.0.0.2:6222", "nats://10.0.0.3:6222" ]': `[ ${routes} ]`,
        '/var/lib/nats': join(home, 'store'),
      })
      const single = text
        .replace(/^\s*cluster \{[\s\S]*?^\s*\}\n/m, '')
        .replace('stream_replicas: 3', 'stream_replicas: 1')
      const chosen = count === 1 ? single : text
      await writeFile(join(home, 'nats-server.conf'), edit ? edit(chosen) : chosen)
      await writeFile(join(home, 'muster.conf'), trust)
      return nodeOf(home, `nats-${index + 1}`)
    }),
  )
  await Promise.all(nodes.map((node) => node.start()))
  const hosts = own.map(({ client }) => `127.0.0.1:${client}`)
  return {
    servers: hosts.map((host) => `nats://${host}`),
    mqtt: own.map(({ mqtt }) => `mqtt://127.0.0.1:${mqtt}`),
    nodes,
    async leader(store) {
      const { cluster } = await streamOf({ hosts, store }, '$MQTT_msgs')
      const name = cluster?.leader
      const found = nodes.find((node) => node.name === name)
      if (!found) throw new Error(`no node leads the stream: ${name}`)
      return found
    },
    stream: (store, name) => streamOf({ hosts, store }, name),
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Reached {
  readonly hosts: string[]
  readonly store: KeyStore
}

async function streamOf({ hosts, store }: Reached, name: string): Promise<StreamInfo> {
  const keys = await loadNatsKeys(store)
  if (!keys) throw new Error('there are no keys')
  const authenticator = jwtAuthenticator(await keys.gatewayUser())
  const connection = await connect({ servers: hosts, authenticator })
  const manager = await jetstreamManager(connection)
  const info = await manager.streams.info(name)
  await connection.close()
  return info
}

function nodeOf(home: string, name: string): NatsNode {
  let child: ChildProcess | null = null
  let text = ''
  return {
    name,
    async start() {
      const started = spawn(debianProgram('nats-server'), ['-c', 'nats-server.conf'], {
        cwd: home,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      const ready = Promise.withResolvers<void>()
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (more: string) => {
          text += more
          if (more.includes('Server is ready')) ready.resolve()
        })
      started.once('close', () => ready.reject(new Error(`nats-server ended: ${text}`)))
      await ready.promise
    },
    async kill() {
      if (child?.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
    isRunning: () => child?.exitCode === null && child.signalCode === null,
    pid: () => child?.pid ?? 0,
    output: () => text,
  }
}
