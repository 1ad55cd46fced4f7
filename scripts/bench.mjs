// npm run bench -- heartbeat | reconnect | absence | devicePage | dataScope | upload | download | import | lists | estate | group | push | ddi | plan | stat | filters [options]: one benchmark beside its baseline.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './buildConsole.mjs'
import { ensureChromium } from './chromium.mjs'
import { install, root } from './install.mjs'
import { runProgram } from './processes.mjs'

const [name = '', ...options] = process.argv.slice(2)
const benchmark = join(root, 'bench', `${name}.ts`)
if (!/^\w+$/.test(name) || !existsSync(benchmark)) {
  process.stderr.write(
    'Which benchmark? npm run bench -- console | devicePage | heartbeat | reconnect | absence | dataScope | upload | download | import | lists | estate | group | push | ddi | plan | stat | filters\n',
  )
  process.exitCode = 2
} else {
  const { node, env } = install()
  const isDrawn = name === 'console' || name === 'lists'
  if (isDrawn) buildConsole({ node, env })
  const browserEnv = isDrawn ? ensureChromium({ node, env }) : env
  process.exitCode = await runProgram(node, [benchmark, ...options], { env: browserEnv })
}
