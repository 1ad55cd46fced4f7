import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const inTree = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const program = inTree('../../../agent/src/bin/agent.ts')
const note = inTree('./note.ts')
const killAt = inTree('./killAt.ts')

/** A machine with an agent, all of it in one folder. */
export interface AgentMachine {
  readonly config: string
  readonly files: string
  /** A log of the machine. */
  readonly log: string
  readonly params: string
  /** What programs of the agent were run with, in order. */
  noted(): readonly string[][]
  /** Runs a command of the agent to its end; answers all that it has printed. */
  say(words: readonly string[]): Promise<string>
  /** Starts the agent; at its nth step the power fails. */
  start(how?: { poll?: boolean; killAt?: number }): RunningAgent
}

export interface RunningAgent {
  readonly child: ChildProcess
  output(): string
  /** Answers whether it was killed. */
  readonly ended: Promise<boolean>
  stop(): Promise<void>
}

const handlersOf = (call: (...words: string[]) => { run: string[] }) => ({
  APP_INSTALL: call('install', '{package}', '{version}', '{file}'),
  UPGRADE: {
    ...call('upgrade', '{package}', '{version}', '{file}'),
    check: call('check', '{version}').run,
  },
})

/** Makes a machine: a kernel that tells a little, and programs that write down how they were called. */
export function makeMachine(folder: string): AgentMachine {
  const system = join(folder, 'system')
  const notes = join(folder, 'notes')
  const config = join(folder, 'agent.json')
  const bootId = join(system, 'proc/sys/kernel/random/boot_id')
  mkdirSync(join(bootId, '..'), { recursive: true })
  writeFileSync(bootId, 'boot-1\n')
  writeFileSync(join(system, 'proc/meminfo'), 'MemTotal:        2048000 kB\n')
  const log = join(folder, 'app.log')
  writeFileSync(log, 'first line\nsecond line\n')
  const call = (...words: string[]) => ({ run: [process.execPath, note, notes, ...words] })
  const [files, params] = [join(folder, 'files'), join(folder, 'params')]
  const settings = {
    state: join(folder, 'state'),
    system,
    files,
    params,
    location: { lat: 33.3, lng: 44.4 },
    message: call('message', '{title}', '{text}'),
    reboot: { ...call('reboot', bootId), seconds: 3 },
    shutdown: call('shutdown'),
    applied: call('applied', '{package}', '{folder}'),
    logs: { APP: { files: [log] } },
    handlers: handlersOf(call),
  }
  writeFileSync(config, JSON.stringify(settings))
  const run = (words: readonly string[], before: readonly string[] = [], env = {}) =>
    started([...before, program, ...words, '--config', config], env)
  return {
    config,
    files,
    log,
    params,
    noted: () => linesOf(notes),
    async say(words) {
      const agent = run(words)
      await agent.ended
      return agent.output()
    },
    start({ poll = false, killAt: at } = {}) {
      const words = ['run', ...(poll ? ['--poll'] : [])]
      if (at === undefined) return run(words)
      return run(words, ['--import', killAt], { KILL_AT: String(at) })
    },
  }
}

function started(words: readonly string[], more: Readonly<Record<string, string>>): RunningAgent {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...more }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => (text += more))
  const ended = once(child, 'close').then(() => child.signalCode === 'SIGKILL')
  return {
    child,
    output: () => text,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const words = z.array(z.string())

/** What programs were run with; none yet where there is no file. */
function linesOf(path: string): string[][] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.filter((line) => line !== '').map((line) => words.parse(JSON.parse(line)))
}
