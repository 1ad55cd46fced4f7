import { randomUUID, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { PlayedFiles } from '../../test/playedFiles.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { playedTerminals, quick, said, sn } from '../../test/playedTerminals.ts'

const played = playedTerminals()
let files: PlayedFiles

beforeEach(async () => {
  files = await PlayedFiles.start(300_000)
})
afterEach(() => files.stop())

const scenario: Scenario = {
  ...quick,
  installs: { ...quick.installs, kbps: [10_000_000, 10_000_000], retry: [0.01, 0.05] },
}

/** Tells the terminal to take a file; answers its last report. */
const put = (path: string, more: object = {}) =>
  give({ cmd: 'PUSH_FILE', args: { fileId: randomUUID(), path }, ...more })

/** Gives the terminal a command; answers its last report. */
async function give(command: object) {
  const item = randomUUID()
  const body = { item, attempt: 1, ...command }
  played.server.send({ sn, type: 'cmd' }, body)
  const ends = ['SUCCESS', 'FAILED', 'REFUSED']
  const { message } = await played.server.hear(
    (heard) => heard.path === `task/${item}` && ends.includes(String(said(heard.message).state)),
  )
  return said(message)
}

it('fetches a file, compares it with its hash and keeps it until it is wiped', async () => {
  const terminal = await played.online({ files: files.url, scenario })
  const { artifact } = files
  const report = await put('media/idle.png', { artifact })
  expect(report).toMatchObject({
    state: 'SUCCESS',
    result: { path: 'media/idle.png', bytes: artifact.size },
  })
  expect(terminal.files.given('media/idle.png')).toEqual({
    name: artifact.name,
    bytes: artifact.size,
    sha256: artifact.sha256,
  })
  expect(terminal.files.given('media')).toBeNull()
  terminal.files.wipe()
  expect(terminal.files.given('media/idle.png')).toBeNull()
})

it('keeps nothing whose bytes are not those of the hash', async () => {
  const terminal = await played.online({ files: files.url, scenario })
  files.tellsChunks = false
  files.forged = Buffer.alloc(files.content.length, 1)
  const report = await put('a.txt', { artifact: files.artifact })
  expect(report).toMatchObject({ state: 'FAILED', code: 'D105' })
  expect(terminal.files.given('a.txt')).toBeNull()
})

it.each([
  ['../etc/passwd', 'REFUSED', 'C403'],
  ['/sdcard/a.txt', 'REFUSED', 'C403'],
  ['a.txt', 'FAILED', 'C403'],
])('takes no %s that is out of its folder or without a file', async (path, state, code) => {
  await played.online({ files: files.url, scenario })
  expect(await put(path)).toMatchObject({ state, code })
})

describe('a message', () => {
  const message = { title: 'Paper', text: 'Is there any left?', buttons: ['Yes', 'No'] }

  it('is shown with its picture, and answered by one of its buttons', async () => {
    const terminal = await played.online({ files: files.url, scenario })
    const fileId = randomUUID()
    const args = { ...message, fileId }
    const report = await give({ cmd: 'MESSAGE', args, artifact: files.artifact })
    expect(report).toMatchObject({ state: 'SUCCESS' })
    const { button } = z.parse(z.object({ button: z.string() }), report.result)
    expect(message.buttons).toContain(button)
    expect(terminal.screen).toEqual({ title: 'Paper', text: message.text, picture: fileId })
  })

  it('is not shown without the picture that belongs to it', async () => {
    const terminal = await played.online({ files: files.url, scenario })
    const args = { ...message, fileId: randomUUID() }
    expect(await give({ cmd: 'MESSAGE', args })).toMatchObject({ state: 'FAILED', code: 'C403' })
    expect(terminal.screen).toBeNull()
  })

  it('that nobody can answer says nothing', async () => {
    await played.online({ files: files.url, scenario })
    const report = await give({ cmd: 'MESSAGE', args: { ...message, buttons: [] } })
    expect([report.state, report.result]).toEqual(['SUCCESS', undefined])
  })
})

describe('a certificate', () => {
  const bring = async (content: Buffer) => {
    const own = await PlayedFiles.start(content)
    onTestFinished(() => own.stop())
    const terminal = await played.online({ files: own.url, scenario })
    const args = { fileId: randomUUID() }
    const report = await give({ cmd: 'CERT_UPDATE', args, artifact: own.artifact, sn })
    return { terminal, report }
  }

  it('is trusted when it has been fetched and read', async () => {
    const pem = rootCertificates[0] ?? ''
    const { fingerprint256: fingerprint, subject } = new X509Certificate(pem)
    const { terminal, report } = await bring(Buffer.from(pem))
    expect(report).toMatchObject({ state: 'SUCCESS', result: { fingerprint, subject } })
    expect(terminal.files.trusts(fingerprint)).toBe(true)
    terminal.files.wipe()
    expect(terminal.files.trusts(fingerprint)).toBe(false)
  })

  it.each([
    ['is none', Buffer.from('-----BEGIN NOTHING-----')],
    ['is too large for one', Buffer.alloc(70_000, 'a')],
  ])('is not trusted where it %s', async (_, content) => {
    expect((await bring(content)).report).toMatchObject({ state: 'FAILED', code: 'C403' })
  })
})
