// npm run bench -- heartbeat | devicePage [options]: one benchmark beside its baseline.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { runProgram } from './processes.mjs'

const [name = '', ...options] = process.argv.slice(2)
const benchmark = join(root, 'bench', `${name}.ts`)
if (!/^\w+$/.test(name) || !existsSync(benchmark)) {
  process.stderr.write('Which benchmark? npm run bench -- devicePage | heartbeat\n')
  process.exitCode = 2
} else {
  const { node, env } = install()
  process.exitCode = await runProgram(node, [benchmark, ...options], { env })
}
