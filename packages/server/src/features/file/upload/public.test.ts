import { uploadConfig, uploads } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp, TestUser } from '../../../../test/testApp.ts'
import { aLog, rowOf, startUploadApp, upload } from '../../../../test/uploads.ts'
import { sweepUploads } from './upload.worker.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let user: TestUser

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app, user } = bench)
})
afterAll(() => bench.close())

async function set(change: { logPublic?: boolean; cdnBaseUrl?: string | null }) {
  const config = await user.get(uploadConfig.get, {})
  await user.get(uploadConfig.save, { body: { ...config, ...change } })
}

it('has an address for anybody while its type is public, and none otherwise', async () => {
  const bytes = aLog(10_000)
  const { id } = await upload(user, bytes, { name: 'تقرير.log' })
  expect((await rowOf(user, id))?.publicUrl).toBeNull()
  await set({ logPublic: true })
  const url = (await rowOf(user, id))?.publicUrl ?? ''
  expect(url).toMatch(/^\/media\/file\/[0-9a-f-]{36}\/%D8/)
  const read = await app.http.inject({ url })
  expect(read.rawPayload.equals(bytes)).toBe(true)
  expect(read.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment/),
  })
  const part = await app.http.inject({ url, headers: { range: 'bytes=0-9' } })
  expect([part.statusCode, part.rawPayload.equals(bytes.subarray(0, 10))]).toEqual([206, true])
  await set({ logPublic: false })
  expect((await app.http.inject({ url })).statusCode).toBe(404)
})

it('is read under a key of its own, not under its id or its hash', async () => {
  await set({ logPublic: true })
  const { id } = await upload(user, aLog(100))
  const { sha256, publicUrl } = (await rowOf(user, id)) ?? {}
  expect(publicUrl).not.toContain(id)
  expect(publicUrl).not.toContain(sha256)
  for (const key of [id, sha256, 'x', `${id}%00`])
    expect((await app.http.inject({ url: `/media/file/${key}/a.log` })).statusCode).toBe(404)
})

it('begins with the address of the content network where one is set', async () => {
  await set({ logPublic: true, cdnBaseUrl: 'https://cdn.example.org/tms/' })
  const { id } = await upload(user, aLog(100))
  expect((await rowOf(user, id))?.publicUrl).toMatch(
    /^https:\/\/cdn\.example\.org\/tms\/media\/file\//,
  )
  await set({ cdnBaseUrl: null })
})

it('is gone from its address once it is removed', async () => {
  await set({ logPublic: true })
  const { id } = await upload(user, aLog(100))
  const url = (await rowOf(user, id))?.publicUrl ?? ''
  expect((await app.http.inject({ url })).statusCode).toBe(200)
  await user.get(uploads.remove, { params: { id } })
  expect((await app.http.inject({ url })).statusCode).toBe(404)
  await sweepUploads(app.platform)
  expect((await app.http.inject({ url })).statusCode).toBe(404)
  expect(app.failures).toEqual([])
})
