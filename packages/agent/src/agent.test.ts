import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

const agentOf = (server: string, shown: string[]) =>
  new Agent({
    config: checkConfig({ server, state, poll: true }, 'a test'),
    identity: { server, sn, tenant: 'main', secret: 'a secret', serverKey, heartbeatSeconds: 60 },
    agentVersion: '1',
    log: (text) => shown.push(text),
    signal: over.signal,
  })

/** Where work is kept that came by a message. */
function placeOf(id: string): string {
  mkdirSync(join(state, 'works'), { recursive: true })
  const name = createHash('sha256').update(id).digest('hex').slice(0, 32)
  return join(state, 'works', `${name}.json`)
}

const message = (item: number) => {
  const args = { title: 'Hello', text: `you ${item}`, mustRead: false, buttons: [], fileId: null }
  return { item: `00000000-0000-4000-8000-00000000000${item}`, cmd: 'MESSAGE', args, attempt: 1 }
}

it('takes no work that a full disk does not keep, and goes on', async () => {
  const server = await startPlatform()
  const shown: string[] = []
  const part = `${placeOf('a')}.part`
  const agent = agentOf(server, shown)
  symlinkSync('/dev/full', part)
  symlinkSync('/dev/full', join(state, 'configuration.json.part'))
  const body = message(1)
  const running = agent.run()
  await expect.poll(() => shown.join()).toContain('connected')
  say('c', 'cfg', { rev: 1, heartbeatSeconds: 60 })
  say('a', 'cmd', body)
  const full = () => shown.filter((text) => text.includes('ENOSPC'))
  await expect.poll(full).toHaveLength(2)
  rmSync(part)
  say('a', 'cmd', body)
  await expect.poll(() => shown).toContain('message: Hello: you 1')
  expect(shown.filter((text) => text.startsWith('connected'))).toHaveLength(1)
  over.abort()
  await running
})

it('goes on without what is spoilt on its disk, and does nothing again of which it may have kept that', async () => {
  const server = await startPlatform()
  const shown: string[] = []
  for (const name of ['configuration', 'happenings', 'apps', 'parts', 'called-off'])
    writeFileSync(join(state, `${name}.json`), '{"rev": 1')
  writeFileSync(placeOf('a'), '\0\0\0')
  for (const [start, last] of [message(2), message(3)].entries()) {
    over = new AbortController()
    const running = agentOf(server, shown).run()
    await expect
      .poll(() => shown.filter((text) => text.startsWith('connected')).length)
      .toBe(start + 1)
    say('a', 'cmd', message(1))
    say(`b${start}`, 'cmd', last)
    await expect.poll(() => shown).toContain(`message: Hello: ${last.args.text}`)
    over.abort()
    await running
  }
  expect(shown).not.toContain('message: Hello: you 1')
})
