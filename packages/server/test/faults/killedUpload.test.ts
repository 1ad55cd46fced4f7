import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, codes, fillPath, headers, megabyte, session, uploads } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contentPath } from '../../src/platform/fileStore.ts'
import { type StartedServer, startServer } from '../startedServer.ts'
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts'

let database: TestDatabase
let folder: string
let server: StartedServer
let address: string
let token = ''

const password = 'correct horse battery'

async function start(): Promise<void> {
  server = startServer({
    env: {
      DATABASE_URL: database.url,
      MUSTER_DATA: folder,
      LOG_LEVEL: 'error',
      MUSTER_ADMIN_PASSWORD: password,
      MUSTER_ALLOW_UNBOUND_SESSIONS: 'true',
    },
  })
  address = await server.address
}

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'muster-killed-'))
  await chmod(folder, 0o755)
  await start()
  const login = { userName: 'admin', password }
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

it('keeps every part that it acknowledged when it is killed in the midst of them', async () => {
  const bytes = randomBytes(60 * megabyte)
  const sha256 = createHash('sha256').update(bytes).digest()
  const announced = {
    name: 'image.bin',
    type: 'firmware',
    size: bytes.length,
    sha256: sha256.toString('hex'),
  }
  const begin = async () => {
    const { data } = await ask(uploads.init, { body: JSON.stringify(announced) })
    return uploads.init.schemas.reply.parse(data)
  }
  const { uploadId, chunkBytes } = await begin()
  const acknowledged = new Set<number>()
  const send = async (n: number) => {
    const params = { uploadId, n: String(n) }
    const body = new Uint8Array(bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes))
    if ((await ask(uploads.chunk, { params, body })).code === 200) acknowledged.add(n)
  }
  for (let kill = 0; kill < 3; kill++) {
    const { missing } = await begin()
    const sent = missing.map((n) => send(n).catch(() => undefined))
    await Promise.race([sleep(150 + kill * 150), Promise.all(sent)])
    server.child.kill('SIGKILL')
    await server.ended
    await Promise.all(sent)
    await start()
    const now = await begin()
    expect(now.uploadId).toBe(uploadId)
    expect(now.missing.filter((n) => acknowledged.has(n))).toEqual([])
  }
  for (const n of (await begin()).missing) await send(n)
  expect((await begin()).missing).toEqual([])
  const { data } = await ask(uploads.complete, { params: { uploadId } })
  expect(data).toMatchObject({ state: 'STORED' })
  expect((await readFile(contentPath(folder, sha256))).equals(bytes)).toBe(true)
}, 180_000)
