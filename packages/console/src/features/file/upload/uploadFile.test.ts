import { codes, type ReplyOf, type UploadOutcome, uploads } from '@muster/contract'
import { beforeEach, expect, it } from 'vitest'
import { type Asked, answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser } from '../../../../test/show.tsx'
import { uploadFile, type UploadProgress } from './uploadFile.ts'

const uploadId = '019a0000-0000-7000-8000-000000000001'
const content = '0123456789abcdef'
/** SHA-256 of the sixteen characters above. */
const sha256 = '9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f'

let server: ReturnType<typeof answerCalls>
const aFile = () => new File([content], 'a.log')

type Begun = ReplyOf<typeof uploads.init>

const begun = (part: Partial<Begun> = {}) => {
  const reply: Begun = { uploadId, state: 'UPLOADING', chunkBytes: 6, missing: [0, 1, 2], ...part }
  server.reply(uploads.init, () => reply)
}

const ended = (state: 'STORED' | 'CHECKING' | 'REJECTED', reason: string | null = null) =>
  server.reply(uploads.complete, () => ({ id: uploadId, state, reason, signature: null }))

const textOf = ({ body }: Asked) => new TextDecoder().decode(body as Uint8Array)
const parts = () =>
  server
    .of(uploads.chunk)
    .map((asked) => [Number(asked.path.split('/').at(-1)), textOf(asked)] as const)
    .toSorted(([one], [other]) => one - other)

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(uploads.chunk, () => ({ count: 1 }))
})

it('announces the hash of the whole and sends it in parts', async () => {
  begun()
  ended('STORED')
  const told: UploadProgress[] = []
  const id = await uploadFile(aFile(), 'log', { onProgress: (progress) => told.push(progress) })
  expect(id).toBe(uploadId)
  expect(server.of(uploads.init)[0]?.body).toEqual({ name: 'a.log', size: 16, sha256, type: 'log' })
  expect(parts()).toEqual([
    [0, '012345'],
    [1, '6789ab'],
    [2, 'cdef'],
  ])
  expect(told.map(({ step }) => step)).toEqual(
    expect.arrayContaining(['hashing', 'sending', 'checking']),
  )
  expect(told.findLast(({ step }) => step === 'sending')?.done).toBe(16)
})

it('goes on where it was: only what is missing travels', async () => {
  begun({ missing: [1] })
  ended('STORED')
  const told: UploadProgress[] = []
  await uploadFile(aFile(), 'log', { onProgress: (progress) => told.push(progress) })
  expect(parts()).toEqual([[1, '6789ab']])
  expect(told.find(({ step }) => step === 'sending')?.done).toBe(10)
})

it('sends nothing of a file that is stored already', async () => {
  begun({ state: 'STORED', missing: [] })
  expect(await uploadFile(aFile(), 'log')).toBe(uploadId)
  expect(server.of(uploads.chunk)).toEqual([])
  expect(server.of(uploads.complete)).toEqual([])
})

it('sends a part again when the server was away for a moment', async () => {
  begun({ missing: [2] })
  ended('STORED')
  server.refuse(uploads.chunk, refuse(codes.unavailable, 'Away'))
  const sent = uploadFile(aFile(), 'log')
  await expect.poll(() => server.of(uploads.chunk).length).toBe(1)
  server.reply(uploads.chunk, () => ({ count: 1 }))
  expect(await sent).toBe(uploadId)
  expect(server.of(uploads.chunk)).toHaveLength(2)
})

it('waits while the server checks a large file', async () => {
  begun({ missing: [] })
  ended('CHECKING')
  const stored: UploadOutcome = { id: uploadId, state: 'STORED', reason: null, signature: null }
  server.reply(uploads.state, () => stored)
  expect(await uploadFile(aFile(), 'log')).toBe(uploadId)
  expect(server.of(uploads.state)).toHaveLength(1)
})

it('says what the server itself waits for', async () => {
  begun({ missing: [] })
  ended('CHECKING', 'upload.reason.scannerAway')
  const stop = new AbortController()
  const told: UploadProgress[] = []
  const sent = uploadFile(aFile(), 'log', {
    onProgress: (progress) => told.push(progress),
    signal: stop.signal,
  })
  await expect
    .poll(() => told.at(-1)?.message)
    .toBe('The virus scanner does not answer. The file waits for it.')
  stop.abort('closed')
  await expect(sent).rejects.toBe('closed')
})

it('ends with the server’s word when another tab has sent the rest', async () => {
  begun()
  ended('STORED')
  server.refuse(uploads.chunk, refuse(codes.wrongState, 'This upload has ended'))
  expect(await uploadFile(aFile(), 'log')).toBe(uploadId)
})

it('says why a file was rejected, and what is wrong with its name', async () => {
  begun({ missing: [] })
  ended('REJECTED', 'upload.reason.content')
  await expect(uploadFile(aFile(), 'log')).rejects.toThrow('The content is not what the name says')
  const fields = [{ field: 'name', message: 'The name must end in one of: apk' }]
  server.refuse(uploads.init, refuse(codes.badRequest, 'Some values', { fields }))
  await expect(uploadFile(aFile(), 'apk')).rejects.toThrow('The name must end in one of: apk')
})

it('stops at once when it is told to', async () => {
  begun()
  const stop = new AbortController()
  server.refuse(uploads.chunk, refuse(codes.unavailable, 'Away'))
  const sent = uploadFile(aFile(), 'log', { signal: stop.signal })
  await expect.poll(() => server.of(uploads.chunk).length).toBe(3)
  stop.abort('paused')
  await expect(sent).rejects.toBe('paused')
  expect(server.of(uploads.complete)).toEqual([])
})
