// npm run dev [-- words of the server]: the console with hot reload on PORT (15000), and the server,
// started again when its sources change, behind it on the next port.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install, root } from './install.mjs'

const { node, env } = install()
const port = Number(env.PORT ?? 15000)
const ports = { console: String(port), server: String(port + 1) }
const main = join(root, 'packages', 'server', 'src', 'bin', 'main.ts')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const origin = `http://localhost:${ports.server}`

const children = [
  start(['--watch', '--watch-preserve-output', main, ...process.argv.slice(2)], root, {
    PORT: ports.server,
  }),
  start([vite, '--port', ports.console, '--strictPort'], join(root, 'packages', 'console'), {
    MUSTER_DEV_SERVER: origin,
  }),
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll)
for (const child of children) child.once('exit', stopAll)

// Detached, so that Ctrl-C reaches each of them once, by us; Vite also ends with its open stdin.
function start(words, cwd, more) {
  const stdio = ['pipe', 'inherit', 'inherit']
  return spawn(node, words, { cwd, env: { ...env, ...more }, stdio, detached: true })
}

function stopAll() {
  for (const child of children) child.kill('SIGTERM')
}
