// node scripts/mails.mjs [id]: the latest mails of a running Muster, or one with its text.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
const program = join(root, 'packages', 'server', 'src', 'bin', 'mails.ts')
becomeProgram(node, [program, ...process.argv.slice(2)], env)
