import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceHttp, downText } from '@muster/contract/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Agent } from './agent.ts'
import { checkConfig } from './config.ts'

const sn = 'LINUX-1'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const serverKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let state: string
let platform: Server
let over: AbortController
/** What the platform has to say. */
let waiting: unknown[]
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'muster-agent-'))
  over = new AbortController()
  waiting = []
})
afterEach(() => {
  over.abort()
  platform.close()
  platform.closeAllConnections()
  rmSync(state, { recursive: true, force: true })
})

function say(id: string, type: string, body: unknown): void {
  const message = { v: 1, id, ts: Date.now(), type, body } as const
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const sig = sign(null, Buffer.from(downText(message, sn, digest)), privateKey).toString('base64')
  waiting.push({ ...message, sig })
}

/** A platform that is asked by polls, and answers what waits; its address. */
async function startPlatform(): Promise<string> {
  platform = createServer((request, response) => {
    const info = { time: Date.now(), mqtt: '', password: 'proof' }
    const isPoll = request.url?.startsWith(deviceHttp.poll)
    const answer = isPoll ? { messages: waiting.splice(0), more: false } : info
    setTimeout(() => response.end(JSON.stringify(answer)), 20)
  })
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done))
  const address = platform.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

it('takes no work that a full disk does not keep, and goes on', async () => {
  const server = await startPlatform()
  const shown: string[] = []
  mkdirSync(join(state, 'works'))
  const name = createHash('sha256').update('a').digest('hex').slice(0, 32)
  const part = join(state, 'works', `${name}.json.part`)
  const agent = new Agent({
    config: checkConfig({ server, state, poll: true }, 'a test'),
    identity: { server, sn, tenant: 'main', secret: 'a secret', serverKey, heartbeatSeconds: 60 },
    agentVersion: '1',
    log: (text) => shown.push(text),
    signal: over.signal,
  })
  symlinkSync('/dev/full', part)
  symlinkSync('/dev/full', join(state, 'configuration.json.part'))
  const args = { title: 'Hello', text: 'you', mustRead: false, buttons: [], fileId: null }
  const item = '00000000-0000-4000-8000-000000000001'
  const body = { item, cmd: 'MESSAGE', args, attempt: 1 }
  const running = agent.run()
  await expect.poll(() => shown.join()).toContain('connected')
  say('c', 'cfg', { rev: 1, heartbeatSeconds: 60 })
  say('a', 'cmd', body)
  const full = () => shown.filter((text) => text.includes('ENOSPC'))
  await expect.poll(full, { timeout: 5000 }).toHaveLength(2)
  rmSync(part)
  say('a', 'cmd', body)
  await expect.poll(() => shown, { timeout: 5000 }).toContain('message: Hello: you')
  expect(shown.filter((text) => text.startsWith('connected'))).toHaveLength(1)
  over.abort()
  await running
})
