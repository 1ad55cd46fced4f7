import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, stop } from './install.mjs'

/** Where Debian puts the Chromium without windows, in which a new page costs a fifth, and the whole one. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const ofTheSystem = () => places.find((path) => existsSync(path))

/**
 * The environment in which browser tests find a Chromium: the one of CHROMIUM_PATH, the system's,
 * else one that is installed now. Without one the tests do not run, and that is a failure.
 */
export function ensureChromium({ node, env }) {
  const given = env.CHROMIUM_PATH
  if (given && existsSync(given)) return env
  if (given) return stop(`CHROMIUM_PATH names ${given}, and there is no such file.`)
  const path = ofTheSystem() ?? installFromDebian()
  if (path) return { ...env, CHROMIUM_PATH: path }
  console.log('Installing the Chromium of Playwright …')
  const playwright = join(root, 'node_modules', 'playwright', 'cli.js')
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  const words = [playwright, 'install', 'chromium', ...withLibraries]
  if (spawnSync(node, words, { cwd: root, env, stdio: 'inherit' }).status === 0) return env
  return stop(
    'No Chromium could be installed for the browser tests. Install one and name it in CHROMIUM_PATH.',
  )
}

// Ubuntu's package of that name is a shell around snap, which a container cannot run.
function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  if (!/^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))) return
  console.log('Installing chromium …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words) => spawnSync('apt-get', words, { env, stdio: 'inherit' }).status === 0
  if (!apt('update', '-q') || !apt('install', '-y', '-q', 'chromium')) return
  // It takes fonts and languages of the whole one, and comes with Debian 12.
  apt('install', '-y', '-q', 'chromium-headless-shell')
  return ofTheSystem()
}
