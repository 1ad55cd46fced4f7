import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Settles once a program listens on its port; throws what it said if it ends before. It is asked for
 * nothing: a pooler that was would keep a session from before the database knows its settings.
 */
export async function untilListens(
  port: number,
  child: ChildProcess & { readonly stderr: Readable },
): Promise<void> {
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${said}`)
    await sleep(50)
  }
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
