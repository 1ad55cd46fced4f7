import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from '../../packages/server/test/debianProgram.ts'
import { documented, substituted } from '../../packages/server/test/documentedCommands.ts'
import { freePort } from '../../packages/server/test/freePorts.ts'
import { untilListens } from '../../packages/server/test/untilListens.ts'
import { makeSelfSigned } from '../../packages/server/src/platform/selfSigned.ts'

interface Served {
  /** The file that nginx sends by itself. */
  readonly file: string
  /** Muster's store, and its two ports: with files of its own, and one that leaves them to nginx. */
  readonly store: string
  readonly own: number
  readonly redirecting: number
}

/** Debian's nginx with one file, without and with TLS, and before Muster. */
export async function startPlainNginx(served: Served) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-plain-'))
  // Those that serve do not run as root.
  await chmod(folder, 0o755)
  await copyFile(served.file, join(folder, 'file'))
  await makeSelfSigned({ cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') })
  const ports = { plain: await freePort(), tls: await freePort() }
  const before = { proxied: await freePort(), redirected: await freePort() }
  await writeFile(
    join(folder, 'nginx.conf'),
    configuration(folder, served, { ...ports, ...before }),
  )
  const child = spawn(debianProgram('nginx'), ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'])
  await untilListens(ports.plain, child)
  return {
    ...ports,
    ...before,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Ports = Readonly<Record<'plain' | 'tls' | 'proxied' | 'redirected', number>>

/** Files of the store are read by their owner and its group. */
const ownUser = process.getuid?.() === 0 ? 'user root;\n' : ''

/** As Debian ships it: files go out by sendfile. */
const configuration = (
  folder: string,
  { store, own, redirecting }: Served,
  ports: Ports,
) => `daemon off;
${ownUser}worker_processes 1;
pid nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ssl_certificate ${folder}/tls.crt;
  ssl_certificate_key ${folder}/tls.key;
  server {
    listen 127.0.0.1:${ports.plain};
    listen 127.0.0.1:${ports.tls} ssl;
    root ${folder};
  }
  server {
    listen 127.0.0.1:${ports.proxied} ssl;
    location / { proxy_pass http://127.0.0.1:${own}; }
  }
  server {
    listen 127.0.0.1:${ports.redirected} ssl;
    location / { proxy_pass http://127.0.0.1:${redirecting}; }
    ${substituted(documented('nginx files'), { '/srv/muster/files': store })}
  }
}
`
