import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs a program to its end.
 * @returns {Promise<{ code: number, output: string, errors: string }>}
 */
export function run(root, [program, ...args]) {
  const tools = join(root, 'tools/node_modules/.bin')
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', OXLINT_TSGOLINT_PATH: join(tools, 'tsgolint') },
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (part) => (output += part))
    child.stderr.setEncoding('utf8').on('data', (part) => (errors += part))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({ code: code ?? 1, output, errors: signal ? `${errors}killed by ${signal}` : errors })
    })
  })
}

/** A program of the tools package, run in any tree (the planted ones have no tools of their own). */
export const tool = (name) => join(import.meta.dirname, '../node_modules/.bin', name)

/** @typedef {{ ok: boolean, says: string, details?: string }} Verdict what a check found */
