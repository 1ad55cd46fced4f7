import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from '../../packages/server/test/debianProgram.ts'
import { freePort } from '../../packages/server/test/freePorts.ts'
import { untilListens } from '../../packages/server/test/untilListens.ts'

/** Debian's nginx with one file and nothing else to do. */
export async function startPlainNginx(file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-plain-'))
  // Those that serve do not run as root.
  await chmod(folder, 0o755)
  await copyFile(file, join(folder, 'file'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
  const child = spawn(debianProgram('nginx'), ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'])
  await untilListens(port, child)
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As Debian ships it: files go out by sendfile. */
const configuration = (folder: string, port: number) => `daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 2048; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`
