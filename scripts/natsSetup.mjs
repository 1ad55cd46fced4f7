// npm run --silent nats:setup > muster.conf: what nats-server needs to know of this installation.
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const { node, env } = install()
const program = join(root, 'packages', 'server', 'src', 'bin', 'natsSetup.ts')
becomeProgram(node, [program], env)
