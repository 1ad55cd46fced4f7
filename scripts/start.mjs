// npm start [-- --demo] [-- --role web,gateway,worker]: installs and builds what is missing, then
// runs the server with these words and this environment.
import { join } from 'node:path'
import { buildConsole } from './buildConsole.mjs'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
buildConsole({ node, env })
const main = join(root, 'packages', 'server', 'src', 'bin', 'main.ts')
becomeProgram(node, [main, ...process.argv.slice(2)], { NODE_ENV: 'production', ...env })
