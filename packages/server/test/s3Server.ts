import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { moveRound } from '../src/features/file/bucket/mover.ts'
import { contentName } from '../src/platform/fileStore.ts'
import { freePort } from './freePorts.ts'
import type { TestApp } from './testApp.ts'
import { untilListens } from './untilListens.ts'

/** An S3 server in a process of its own. It judges signatures, but compares no check sum with a body. */
export interface S3Server {
  /** What a server of Muster is told of it. */
  readonly variables: Readonly<Record<string, string>>
  /** The file in which it keeps an object. */
  pathOf(sha256: Buffer): string
  has(sha256: Buffer): boolean
  /** Dies in the middle of whatever it does. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  /** Takes connections and says nothing, until it is told to go on. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

const bucket = 'muster-files'
const library = fileURLToPath(import.meta.resolve('@20minutes/s3rver'))
const program = 'new (require(process.argv[1]))(JSON.parse(process.argv[2])).run()'

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-s3-'))
  const port = await freePort()
  let child = await start(folder, port)
  const pathOf = (sha256: Buffer) => join(folder, bucket, `${contentName(sha256)}._S3rver_object`)
  const leave = () => end(child)
  return {
    variables: {
      S3_URL: `http://127.0.0.1:${port}/${bucket}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
    pathOf,
    has: (sha256) => existsSync(pathOf(sha256)),
    leave,
    async comeBack() {
      child = await start(folder, port)
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      await leave()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function start(folder: string, port: number) {
  const place = { directory: folder, address: '127.0.0.1', port }
  const options = { ...place, silent: true, configureBuckets: [{ name: bucket }] }
  const words = ['-e', program, library, JSON.stringify(options)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  await untilListens(port, child)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A round of the mover for which every file has settled, and been long enough in the folder. */
export async function move({ platform }: Pick<TestApp, 'platform'>, wishes: Partial<Moved> = {}) {
  const { bucket: own, ...rest } = platform
  const to = wishes.to ?? own
  if (!to) throw new Error('a server without a bucket')
  const { signal } = new AbortController()
  const { keepMs = -1000, leastBytes = 0 } = wishes
  await moveRound({ ...rest, bucket: to, signal }, { settleMs: -1000, keepMs, leastBytes })
}

interface Moved {
  readonly to: TestApp['platform']['bucket']
  readonly keepMs: number
  readonly leastBytes: number
}

/** Moves what lies in the folder to the bucket, and takes it out of the folder. */
export async function moveAway(app: Pick<TestApp, 'platform'>): Promise<void> {
  await move(app)
  await move(app)
}
