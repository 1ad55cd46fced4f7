// npm run migrate: brings the database up to this version, once, before nodes of it are started.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
const program = join(root, 'packages', 'server', 'src', 'bin', 'migrate.ts')
becomeProgram(node, [program, ...process.argv.slice(2)], env)
