// npm run backup -- <folder>: a backup of database and files into a new folder, also while Muster runs.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
const program = join(root, 'packages', 'server', 'src', 'bin', 'backup.ts')
becomeProgram(node, [program, ...process.argv.slice(2)], env)
