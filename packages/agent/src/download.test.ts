import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceHttp } from '@muster/contract/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fetchFile } from './download.ts'

const content = Buffer.from('the bytes of a file')
const sha256 = createHash('sha256').update(content).digest('hex')

let folder: string
let platform: Server
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-download-'))
})
afterEach(() => {
  platform.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A platform of which all slots are taken for so many requests; answers its address. */
async function startPlatform(busy: number): Promise<string> {
  let asked = 0
  platform = createServer((request, response) => {
    if (request.url === deviceHttp.ticket) {
      const url = `http://${request.headers.host}/file`
      const times = { expires: Date.now() + 60_000, ranges: true, chunkBytes: 1_048_576 }
      const ticket = { url, size: content.length, sha256, chunks: [], mirrors: [], ...times }
      response.end(JSON.stringify(ticket))
    } else if (++asked <= busy) response.writeHead(429, { 'retry-after': '0.01' }).end()
    else response.end(content)
  })
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done))
  const address = platform.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const fetchTo = (path: string, platform: string) =>
  fetchFile({
    platform,
    sn: 'LINUX-1',
    prove: () => 'a proof',
    artifact: { ticket: 'a ticket', size: content.length, sha256, name: 'a.bin' },
    path,
    signal: new AbortController().signal,
    kbps: () => 0,
    progress: () => undefined,
  })

it('waits for its turn as long as it takes', async () => {
  const path = join(folder, 'file')
  const code = await fetchTo(path, await startPlatform(20))
  expect([code, readFileSync(path).equals(content)]).toEqual([null, true])
})

it('says that the disk is full, and leaves nothing on it', async () => {
  const path = join(folder, 'file')
  symlinkSync('/dev/full', path)
  const code = await fetchTo(path, await startPlatform(0))
  expect([code, existsSync(path)]).toEqual(['D107', false])
})
