import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin']

const find = (name: string) =>
  folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))

/**
 * The path of a program that a test runs against. On a bare Debian it is installed; elsewhere its
 * absence fails the test with a sentence: what was not tried is not known to work.
 */
export function debianProgram(name: string): string {
  const path = find(name) ?? (installPackage(name) ? find(name) : undefined)
  if (!path) throw new Error(`${name} is not installed: install the package of that name.`)
  return path
}

/** Installs a package where this is a bare Debian; false: it is not, or that failed. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  if (!/^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))) return false
  // Its service must not start; two test files may ask at once.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...words: string[]) =>
    spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...words], { env }).status === 0
  return apt('update') && apt('install', '-y', '--no-install-recommends', name)
}
