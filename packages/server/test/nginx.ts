import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from './debianProgram.ts'
import { documented, substituted } from './documentedCommands.ts'
import { freePort } from './freePorts.ts'
import type { Issued } from './testAuthority.ts'
import { untilListens } from './untilListens.ts'

/** An nginx with the configuration of docs/operations.md before two web nodes. */
export interface Nginx {
  readonly url: string
  /** Ends the processes that serve without a word; the first one starts others. */
  killWorkers(): Promise<void>
  stop(): Promise<void>
}

/** Starts Debian's nginx before the web nodes at these two addresses (host:port). */
export async function startNginx(webs: readonly [string, string], own: Issued): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-nginx-'))
  // Those that serve do not run as root.
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = substituted(documented('nginx'), {
    '10.0.0.11:15000': webs[0],
    '10.0.0.12:15000': webs[1],
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/nginx/muster.crt': join(folder, 'muster.crt'),
    '/etc/nginx/muster.key': join(folder, 'muster.key'),
  })
  await writeFile(join(folder, 'muster.crt'), own.cert)
  await writeFile(join(folder, 'muster.key'), own.key)
  await writeFile(join(folder, 'muster.conf'), server)
  await writeFile(join(folder, 'nginx.conf'), frameOf(folder))
  const child = spawn(debianProgram('nginx'), ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'])
  await untilListens(port, child)
  return {
    url: `https://localhost:${port}`,
    async killWorkers() {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      const workers = children
        .split(' ')
        .map(Number)
        .filter((pid) => pid > 0)
      // Process 0 would be the whole group of the tests.
      if (workers.length === 0) throw new Error('nginx has no process that serves')
      for (const pid of workers) process.kill(pid, 'SIGKILL')
    },
    stop: () => endAll(child, folder),
  }
}

/** An nginx that reads the files of a store for the web node before which it stands. */
export interface FileProxy {
  readonly url: string
  stop(): Promise<void>
}

/** Starts Debian's nginx with the block of docs/operations.md that lets it read files itself. */
export async function startFileProxy(web: string, store: string): Promise<FileProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const files = substituted(documented('nginx files'), { '/srv/muster/files': store })
  await writeFile(
    join(folder, 'muster.conf'),
    `server { listen 127.0.0.1:${port}; location / { proxy_pass http://${web}; } ${files} }`,
  )
  // The store's files are read by their owner and its group.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  await writeFile(join(folder, 'nginx.conf'), `${user}${frameOf(folder)}`)
  const child = spawn(debianProgram('nginx'), ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'])
  await untilListens(port, child)
  return { url: `http://127.0.0.1:${port}`, stop: () => endAll(child, folder) }
}

async function endAll(child: ChildProcess, folder: string): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
}

/** What stands around the documented block in a distribution's nginx.conf. */
const frameOf = (folder: string) => `daemon off;
worker_processes 2;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include ${folder}/muster.conf;
}
`
