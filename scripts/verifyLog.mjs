// node scripts/verifyLog.mjs [--anchor seq:hash] [from] [to]: proves the action log of a running Muster untouched.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
const program = join(root, 'packages', 'server', 'src', 'bin', 'verifyLog.ts')
becomeProgram(node, [program, ...process.argv.slice(2)], env)
