import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, codes, fillPath, headers, megabyte, session, uploads } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contentPath } from '../../src/platform/fileStore.ts'
import { type StartedServer, startServer } from '../startedServer.ts'
import { adminPassword, createPreparedDatabase } from '../prepared.ts'
import type { TestDatabase } from '../testDatabase.ts'
import { until } from '../until.ts'

let database: TestDatabase
let folder: string
let server: StartedServer
let address: string
let token = ''

async function start(): Promise<void> {
  server = startServer({
    env: {
      DATABASE_URL: database.url,
      MUSTER_DATA: folder,
      LOG_LEVEL: 'error',
      MUSTER_ALLOW_UNBOUND_SESSIONS: 'true',
    },
  })
  address = await server.address
}

beforeAll(async () => {
  database = await createPreparedDatabase()
  folder = await mkdtemp(join(tmpdir(), 'muster-killed-'))
  await chmod(folder, 0o755)
  await start()
  const login = { userName: 'admin', password: adminPassword }
  const { data } = await ask(session.login, { body: JSON.stringify(login) })
  token = session.login.schemas.reply.parse(data).accessToken
}, 300_000)

afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const answer = z.object({ code: z.number(), data: z.unknown() })

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

async function ask(call: Call, input: Input): Promise<z.output<typeof answer>> {
  const answered = await askOnce(call, input)
  if (answered.code !== codes.unavailable) return answered
  // A server that has just started on a busy machine says that it is overloaded for a moment.
  await sleep(200)
  return ask(call, input)
}

async function askOnce({ method, path }: Call, { params, body }: Input) {
  const response = await fetch(`${address}${fillPath(path, params)}`, {
    method,
    headers: token ? { [headers.token]: token } : {},
    ...(body === undefined ? {} : { body }),
  })
  return answer.parse(await response.json())
}

/** MUSTER_FAULT_MEGABYTES=4096 for the largest image of a firmware. */
const megabytes = Number(process.env['MUSTER_FAULT_MEGABYTES'] ?? 30)
/** Parts that are on their way at a time, as in the console. */
const lanes = 3
/** The server dies when so much of the file has been acknowledged. */
const deaths = [0.1, 0.5, 0.95]

const block = randomBytes(megabyte)

/** Some megabytes of the file, each with its number in it. */
function bytesFrom(first: number, count: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.concat(Array.from({ length: count }, () => block))
  for (let n = 0; n < count; n++) bytes.writeUInt32BE(first + n, n * megabyte)
  return new Uint8Array(bytes)
}

function hashOfAll(): Buffer {
  const hash = createHash('sha256')
  for (let n = 0; n < megabytes; n++) hash.update(bytesFrom(n, 1))
  return hash.digest()
}

async function hashOfFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

it('keeps every part that it acknowledged when it is killed in the midst of them', async () => {
  const sha256 = hashOfAll()
  const announced = {
    name: 'image.bin',
    type: 'firmware',
    size: megabytes * megabyte,
    sha256: sha256.toString('hex'),
  }
  const begin = async () => {
    const { data } = await ask(uploads.init, { body: JSON.stringify(announced) })
    return uploads.init.schemas.reply.parse(data)
  }
  const { uploadId, chunkBytes, missing: parts } = await begin()
  const inPart = chunkBytes / megabyte
  const acknowledged = new Set<number>()
  const send = async (n: number) => {
    const params = { uploadId, n: String(n) }
    const body = bytesFrom(n * inPart, Math.min(inPart, megabytes - n * inPart))
    if ((await ask(uploads.chunk, { params, body })).code === 200) acknowledged.add(n)
  }
  /** Sends what is missing until so many parts have come in all. */
  const sendUntil = async (count: number) => {
    const waiting = [...(await begin()).missing]
    const lane = async () => {
      while (acknowledged.size < count) {
        const next = waiting.shift()
        if (next === undefined) return
        await send(next)
      }
    }
    const sent = Array.from({ length: lanes }, lane)
    await Promise.race(sent)
    return sent
  }
  for (const share of deaths) {
    const sent = await sendUntil(Math.ceil(share * parts.length))
    server.child.kill('SIGKILL')
    await server.ended
    await Promise.allSettled(sent)
    await start()
    const now = await begin()
    expect(now.uploadId).toBe(uploadId)
    expect(now.missing.filter((n) => acknowledged.has(n))).toEqual([])
    // What was on its way may have come or not.
    for (const n of parts) if (!now.missing.includes(n)) acknowledged.add(n)
  }
  await Promise.all(await sendUntil(parts.length))
  expect((await begin()).missing).toEqual([])
  expect(await ask(uploads.complete, { params: { uploadId } })).toMatchObject({ code: 200 })
  // A large one is hashed for a while.
  const stateOf = async () => {
    const { data } = await ask(uploads.state, { params: { uploadId } })
    return uploads.state.schemas.reply.parse(data).state
  }
  await until(async () => (await stateOf()) !== 'CHECKING', 'a file that is checked')
  expect(await stateOf()).toBe('STORED')
  expect(await hashOfFile(contentPath(folder, sha256))).toEqual(sha256)
}, 900_000)
