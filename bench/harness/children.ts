import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { say } from './print.ts'

const mayPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/**
 * Puts this process, and with it the database and the servers that it starts, on the first core.
 * The load gets the second, so that neither takes time from the other.
 */
export function pinServers(): void {
  if (!mayPin) say('Not pinned to cores (taskset or a second core is missing).')
  else spawnSync('taskset', ['-acp', '0', String(process.pid)])
}

/** A child of ours that takes one order at a time and answers it. */
export interface Worker<Order, Answer> {
  readonly pid: number
  readonly ask: (order: Order) => Promise<Answer>
  readonly stop: () => Promise<void>
}

/** Starts a module as a process of its own; `place` says beside whom it runs. */
export function startWorker<Order extends object, Answer>(
  module: URL,
  place: 'servers' | 'load',
): Worker<Order, Answer> {
  const child = fork(fileURLToPath(module), { stdio: 'inherit', serialization: 'advanced' })
  if (mayPin && place === 'load') spawnSync('taskset', ['-acp', '1', String(child.pid)])
  return {
    pid: child.pid ?? 0,
    async ask(order) {
      child.send(order)
      // Each worker's module says what it answers.
      return (await answerOf(child)) as Answer
    },
    stop: () => endOf(child),
  }
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const died = () => reject(new Error('a process of the benchmark ended early'))
    child.once('exit', died)
    child.once('message', (answer) => {
      child.off('exit', died)
      resolve(answer)
    })
  })
}

/** Answers orders in a worker's own process. */
export function serveOrders(answer: (order: never) => Promise<unknown>): void {
  process.on('message', (order) => {
    // Only the parent sends orders, and it sends what the worker's module names.
    answer(order as never).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
}

/** The real server process of the given roles; resolves when it says that it is ready. */
export async function startServer(
  roles: string,
  variables: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<{ pid: number; stop: () => Promise<void> }> {
  const main = fileURLToPath(new URL('../../packages/server/src/bin/main.ts', import.meta.url))
  const flags = (process.env.MUSTER_BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)
  const child = spawn(process.execPath, [...flags, main, '--role', roles, ...words], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  await new Promise<void>((ready, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('Muster is ready')) ready()
    })
    child.once('exit', () => fail(new Error(`the server did not start: ${printed}`)))
  })
  return { pid: child.pid ?? 0, stop: () => endOf(child) }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
