// npm run restore -- <folder>: makes an installation of a backup.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
const program = join(root, 'packages', 'server', 'src', 'bin', 'restore.ts')
becomeProgram(node, [program, ...process.argv.slice(2)], env)
