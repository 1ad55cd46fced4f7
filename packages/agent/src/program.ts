import { type ChildProcess, spawn } from 'node:child_process'
import { filled } from './argv.ts'

/** Bytes of what a program says that are kept. */
const mostOutput = 64 * 1024

/** Milliseconds for which a program that has ended may still be heard. */
const graceMs = 1_000

export interface Program {
  readonly run: readonly string[]
  /** Seconds that it may take. */
  readonly seconds: number
}

export interface Ran {
  /** Null: it did not start, took too long, or was ended. */
  readonly code: number | null
  readonly output: string
}

/** Runs a program with its placeholders filled in until it ends, and with it all that it has started. */
export function run(
  { run: words, seconds }: Program,
  values: Readonly<Record<string, string>>,
  keep = mostOutput,
): Promise<Ran> {
  const [program = '', ...rest] = words.map((word) => filled(word, values))
  return new Promise((resolve) => {
    const child = startGroup(program, rest)
    const output = openTail(keep)
    const pipes = [child.stdout, child.stderr]
    for (const pipe of pipes) pipe.on('data', output.add)
    const limit = setTimeout(() => endGroup(child), seconds * 1000)
    const end = (ran: Ran) => {
      clearTimeout(limit)
      resolve(ran)
    }
    child.on('error', (error) => end({ code: null, output: error.message }))
    child.on('exit', (code) => {
      endGroup(child)
      // What has left the group may hold the pipes for as long as it runs.
      const grace = setTimeout(() => pipes.forEach((pipe) => pipe.destroy()), graceMs)
      child.on('close', () => {
        clearTimeout(grace)
        end({ code, output: output.text() })
      })
    })
  })
}

/** Starts a program as the first of a group of processes, so that none of them outlives `endGroup`. */
export const startGroup = (program: string, words: readonly string[]) =>
  spawn(program, words, { shell: false, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })

/** Ends a program and all that it has started, unless that has left its group. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

/** Keeps the last bytes of what is said, and puts them together once. */
function openTail(keep: number) {
  const parts: Buffer[] = []
  let bytes = 0
  return {
    add(part: Buffer): void {
      parts.push(part)
      bytes += part.length
      for (let first = parts[0]; first && bytes - first.length >= keep; first = parts[0]) {
        bytes -= first.length
        parts.shift()
      }
    },
    text: (): string => Buffer.concat(parts).subarray(-keep).toString(),
  }
}
