import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, tool } from './run.mjs'

const folders = [
  'packages',
  'e2e',
  'bench',
  'scripts',
  'tools/checks',
  'tools/lint',
  'tools/planted',
]

/** oxlint with type information and our own rules of tools/lint. */
export async function lint(root, { fix = false } = {}) {
  const { code, output, errors } = await run(root, [
    tool('oxlint'),
    '--type-aware',
    '--deny-warnings',
    '--format=unix',
    ...(fix ? ['--fix'] : []),
    ...folders.filter((folder) => existsSync(join(root, folder))),
  ])
  const faults = output.split('\n').filter((line) => /^\S+:\d+:\d+: /.test(line))
  return {
    ok: code === 0 && errors === '',
    says: `${faults.length} faults`,
    details: output + errors,
  }
}
