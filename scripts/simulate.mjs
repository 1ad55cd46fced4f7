// npm run simulate -- --count 1000 --url … : virtual terminals against any server.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { runProgram } from './processes.mjs'

const { node, env } = install()
const simulate = join(root, 'packages', 'simulator', 'src', 'bin', 'simulate.ts')
process.exitCode = await runProgram(node, [simulate, ...process.argv.slice(2)], { env })
