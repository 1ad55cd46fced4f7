import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type Envelope, imagePaths, type KeptImage, session } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { pictureOf } from './image.rules.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

/** A PNG of one colour; its check sums are nobody's business here. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(body.length)
    return Buffer.concat([head, Buffer.from(name), body, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  const rows = deflateSync(Buffer.alloc(Math.min(height, 64) * (width % 4096)))
  const end = chunk('IEND', Buffer.alloc(0))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), end])
}

async function upload(who: TestUser, use: string, payload: Buffer) {
  const { ticket } = await who.get(session.ticket, { body: { path: imagePaths.upload } })
  const url = `${imagePaths.upload}?ticket=${ticket}&use=${use}`
  const response = await app.http.inject({ method: 'POST', url, payload })
  return { status: response.statusCode, ...response.json<Envelope<KeptImage>>() }
}

it('keeps a picture under the hash of its bytes and shows it to anybody, where nothing can run', async () => {
  const bytes = png(64, 32)
  const { data } = await upload(admin, 'logo', bytes)
  expect(data.name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.png`)
  const shown = await app.http.inject({ url: data.url })
  expect(shown.rawPayload.equals(bytes)).toBe(true)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

it('answers the same name for the same picture', async () => {
  const [one, two] = [
    await upload(admin, 'logo', png(8, 8)),
    await upload(admin, 'logo', png(8, 8)),
  ]
  expect(two.data).toEqual(one.data)
})

it.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a00000000000000000000000')],
  [
    'a PNG with a page behind it',
    Buffer.concat([png(8, 8), Buffer.from('<script>alert(1)</script>')]),
  ],
  ['a flood of pixels', png(100_000, 100_000)],
  ['nothing', Buffer.alloc(0)],
])('refuses %s', async (_, bytes) => {
  expect(await upload(admin, 'logo', bytes)).toMatchObject({ status: 400 })
})

it('refuses a logo of more than 1 MB and a favicon of more than 200 KB', async () => {
  const big = (bytes: number) => {
    const picture = png(8, 8)
    return Buffer.concat([picture.subarray(0, -12), Buffer.alloc(bytes), picture.subarray(-12)])
  }
  expect((await upload(admin, 'logo', big(1024 * 1024))).status).toBe(413)
  expect((await upload(admin, 'favicon', big(200 * 1024))).status).toBe(413)
  expect((await upload(admin, 'background', big(1024 * 1024))).status).toBe(200)
  expect((await upload(admin, 'background', big(6 * 1024 * 1024))).status).toBe(413)
})

it('takes pictures of the site from its editors only, and from nobody without a ticket', async () => {
  const someone = await signedIn(app, { permissions: ['DEVICE_LIST'] })
  const editor = await signedIn(app, { permissions: ['WEBSITE_EDIT'] })
  expect((await upload(someone, 'logo', png(8, 8))).status).toBe(403)
  expect((await upload(someone, 'picture', png(8, 8))).status).toBe(200)
  expect((await upload(editor, 'logo', png(8, 8))).status).toBe(200)
  const url = `${imagePaths.upload}?ticket=guessed&use=picture`
  const bare = await app.http.inject({ method: 'POST', url, payload: png(8, 8) })
  expect(bare.statusCode).toBe(401)
})

it.each([
  '/media/x',
  `/media/${'0'.repeat(64)}.png`,
  `/media/${'0'.repeat(64)}.svg`,
  '/media/..%2f..%2fetc',
])('has nothing at %s', async (url) => {
  expect((await app.http.inject({ url })).statusCode).toBe(404)
})

it('knows JPEG, WebP and ICO by their bytes', () => {
  const jpeg = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0001108002000400301220002110103110100ffd9',
    'hex',
  )
  const icon = Buffer.concat([
    Buffer.from('000001000100101000000100200004000000160000', 'hex'),
    Buffer.alloc(5),
  ])
  const webp = Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from('16000000', 'hex'),
    Buffer.from('WEBPVP8X'),
    Buffer.from('0a000000000000003f00001f0000', 'hex'),
  ])
  expect(pictureOf(jpeg)).toEqual({ kind: 'jpg', width: 64, height: 32 })
  expect(pictureOf(icon)).toEqual({ kind: 'ico', width: 16, height: 16 })
  expect(pictureOf(webp)).toEqual({ kind: 'webp', width: 64, height: 32 })
})
