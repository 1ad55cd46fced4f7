import { spawn } from 'node:child_process'
import * as z from 'zod/mini'

/** Bytes of what a program says that are kept. */
const mostOutput = 64 * 1024

const holes = /\{([a-zA-Z]+)\}/g

/** A program and its arguments, as they are handed to the system: no shell reads them. */
export const argv = (allowed: readonly string[]) =>
  z
    .array(z.string().check(z.minLength(1, 'must not be empty')), 'must be a list of arguments')
    .check(
      z.minLength(1, 'must name a program'),
      z.refine((words) => words.every(isWhole), {
        error: 'a placeholder must be an argument of its own, like "{file}"',
      }),
      z.refine((words) => words.every((word) => unknownIn(word, allowed) === undefined), {
        error: ({ input }) => {
          const words: readonly unknown[] = Array.isArray(input) ? input : []
          const bad = words.map((word) => unknownIn(String(word), allowed)).find(Boolean)
          const known = allowed.map((name) => `{${name}}`).join(', ')
          return `{${bad}} is no placeholder here; ${known ? `known: ${known}` : 'there is none'}`
        },
      }),
    )

const isWhole = (word: string): boolean =>
  [...word.matchAll(holes)].every(([found]) => found === word)

const unknownIn = (word: string, allowed: readonly string[]): string | undefined =>
  [...word.matchAll(holes)].map(([, name = '']) => name).find((name) => !allowed.includes(name))

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

/** Runs a program with its placeholders filled in. */
export function run(
  { run: words, seconds }: Program,
  values: Readonly<Record<string, string>>,
  keep = mostOutput,
): Promise<Ran> {
  const [program = '', ...rest] = words.map((word) => filled(word, values))
  return new Promise((resolve) => {
    const child = spawn(program, rest, {
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    })
    let output = Buffer.alloc(0)
    const take = (bytes: Buffer) => {
      output = Buffer.concat([output, bytes]).subarray(-keep)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output: output.toString() }))
  })
}

const filled = (word: string, values: Readonly<Record<string, string>>): string =>
  /^\{[a-zA-Z]+\}$/.test(word) ? (values[word.slice(1, -1)] ?? '') : word
