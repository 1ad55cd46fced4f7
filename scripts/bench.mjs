// npm run bench -- <name> [options]: one benchmark beside its baseline; without a name it lists them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './buildConsole.mjs'
import { ensureChromium } from './chromium.mjs'
import { install, root } from './install.mjs'
import { runProgram } from './processes.mjs'

const [name = '', ...options] = process.argv.slice(2)
const names = readdirSync(join(root, 'bench')).flatMap(
  (file) => file.match(/^(\w+)\.ts$/)?.[1] ?? [],
)
if (!names.includes(name)) {
  process.stderr.write(`Which benchmark? npm run bench -- ${names.sort().join(' | ')}\n`)
  process.exitCode = 2
} else {
  const { node, env } = install()
  const isDrawn = name === 'console' || name === 'lists'
  if (isDrawn) buildConsole({ node, env })
  const browserEnv = isDrawn ? ensureChromium({ node, env }) : env
  process.exitCode = await runProgram(node, [join(root, 'bench', `${name}.ts`), ...options], {
    env: browserEnv,
  })
}
