import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The block of docs/operations.md below `<!-- tested: name -->`, word by word. */
export function documented(name: string): string {
  const page = readFileSync(`${root}docs/operations.md`, 'utf8')
  const [, after] = page.split(`<!-- tested: ${name} -->\n`)
  const [, indent = '', block] = /^( *)```\w*\n(.*?)^ *```$/ms.exec(after ?? '') ?? []
  if (!block) throw new Error(`docs/operations.md has no block "tested: ${name}"`)
  return block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}

/** A block with this machine's addresses and folders in place of the shown ones, each of which must be there. */
export function substituted(block: string, places: Variables): string {
  let text = block
  for (const [shown, own] of Object.entries(places)) {
    if (!text.includes(shown)) throw new Error(`the block does not show ${shown}: ${block}`)
    text = text.replaceAll(shown, own)
  }
  return text
}

export interface Done {
  readonly code: number | null
  readonly output: string
}

type Variables = Readonly<Record<string, string>>

/** Runs commands in the folder of the repository, as an operator's shell with these variables. */
export async function runCommands(commands: string, env: Variables): Promise<Done> {
  const { PATH, HOME } = process.env
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(shell, 'close')
  return { code: shell.exitCode, output }
}

/** Runs a block of docs/operations.md; rejects with what it said where it fails. */
export async function runDocumented(name: string, env: Variables): Promise<string> {
  const { code, output } = await runCommands(documented(name), env)
  if (code !== 0) throw new Error(`"${name}" of docs/operations.md ended with ${code}: ${output}`)
  return output
}
