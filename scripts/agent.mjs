// npm run agent -- enrol …, npm run agent -- run: this machine as a terminal; --help says more.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { runProgram } from './processes.mjs'

const { node, env } = install()
const agent = join(root, 'packages', 'agent', 'src', 'bin', 'agent.ts')
process.exitCode = await runProgram(node, [agent, ...process.argv.slice(2)], { env })
