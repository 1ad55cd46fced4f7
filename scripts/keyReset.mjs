// npm run key:reset -- --lost: makes an installation whose sealing key is lost that of another key.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
const program = join(root, 'packages', 'server', 'src', 'bin', 'keyReset.ts')
becomeProgram(node, [program, ...process.argv.slice(2)], env)
