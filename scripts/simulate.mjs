// npm run simulate -- --count 1000 --url … : virtual terminals against any server.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { runProgram } from './processes.mjs'

const { node, env } = install()
const simulate = join(root, 'packages', 'simulator', 'src', 'bin', 'simulate.ts')
// A fleet makes much that lives shortly: with a larger nursery it would hold twice the memory.
const words = ['--max-semi-space-size=8', simulate, ...process.argv.slice(2)]
process.exitCode = await runProgram(node, words, { env })
