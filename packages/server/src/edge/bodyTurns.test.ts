import { connect, type AddressInfo, type Socket } from 'node:net'
import { codes, headers, imagePaths, megabyte, session } from '@muster/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { cutSoon } from '../../test/cutSoon.ts'
import { signedIn, type TestUser } from '../../test/testApp.ts'
import { addClient } from '../../test/testClient.ts'
import { aLog, begin, partOf, send, startUploadApp, uploadRights } from '../../test/uploads.ts'

// Over real sockets: only these can send a part of a body and then nothing.

let bench: Awaited<ReturnType<typeof startUploadApp>>
let port: number

beforeAll(async () => {
  bench = await startUploadApp()
  await bench.app.http.listen({ port: 0, host: '127.0.0.1' })
  // The address of a server that listens on a port.
  ;({ port } = bench.app.http.server.address() as AddressInfo)
})
afterAll(() => bench.close())

interface Stalled {
  readonly said: () => string
  readonly socket: Socket
}

const aPart = 'PUT /admin/file/v1/upload/chunk/01990000-0000-7000-8000-000000000000/0'

/** Three bytes of a body, and what is answered to them. */
function stalled(headersOf: Readonly<Record<string, string>> = {}, asked = aPart): Stalled {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (more: string) => (text += more))
  socket.on('error', () => undefined)
  const lines = [
    `${asked} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/octet-stream',
    'Content-Length: 1000000',
    ...Object.entries(headersOf).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\nabc`)
  onTestFinished(() => void socket.destroy())
  return { said: () => text.split('\r\n')[0] ?? '', socket }
}

const tokenOf = (token: string) => ({ [headers.token]: token })

const refusedOf = (parts: readonly Stalled[]): number =>
  parts.filter(({ said }) => said() === 'HTTP/1.1 503 Service Unavailable').length

/** Ends them, and with them their turns. */
async function hangUp(parts: readonly Stalled[]): Promise<void> {
  for (const { socket } of parts) socket.destroy()
  await expect.poll(() => codeOf(bench.user)).toBe(codes.success)
}

/** What somebody is answered who sends a file of one part. */
async function codeOf(who: TestUser): Promise<number> {
  const bytes = aLog(megabyte / 4)
  const { uploadId } = (await begin(who, bytes)).data
  return (await send(who, { uploadId, n: 0, body: partOf(bytes, 0) })).code
}

it('gives strangers no turn', async () => {
  const strangers = Array.from({ length: 20 }, (_, n) =>
    stalled(n % 2 ? tokenOf('not-a-token') : {}),
  )
  for (const { said } of strangers) await expect.poll(said).toBe('HTTP/1.1 401 Unauthorized')
  expect(await codeOf(bench.user)).toBe(codes.success)
})

it('gives all who only name a client a small share together', async () => {
  const clients = await Promise.all([1, 2].map(() => addClient(bench.app)))
  const parts = Array.from({ length: 20 }, (_, n) =>
    stalled({ [headers.clientId]: clients[n % 2]?.userId ?? '' }),
  )
  await expect.poll(() => refusedOf(parts)).toBe(16)
  expect(await codeOf(bench.user)).toBe(codes.success)
  await hangUp(parts)
})

it('bounds pictures by the same turns, before a byte of them is read', async () => {
  const { app, user } = bench
  const other = await signedIn(app, { permissions: uploadRights })
  const put = async (): Promise<Stalled> => {
    const { ticket } = await user.get(session.ticket, { body: { path: imagePaths.upload } })
    return stalled({}, `POST ${imagePaths.upload}?ticket=${ticket}`)
  }
  const pictures: Stalled[] = []
  for (let n = 0; n < 14; n++) pictures.push(await put())
  await expect
    .poll(() => pictures.map(({ said }) => said()).filter(Boolean))
    .toEqual(Array(2).fill('HTTP/1.1 503 Service Unavailable'))
  expect(await codeOf(user)).toBe(codes.unavailable)
  expect(await codeOf(other)).toBe(codes.success)
  await hangUp(pictures)
})

it('answers 413 to a part that is too large, whoever signed it', async () => {
  const { uploadId } = (await begin(bench.user, aLog(megabyte / 4))).data
  const body = new Uint8Array(20 * megabyte)
  expect((await send(bench.user, { uploadId, n: 0, body })).code).toBe(codes.tooLarge)
})

// Last: from then on the server cuts what does not come within a moment.
it('gives one session a share, and takes back the turns of bodies that do not come', async () => {
  const { app, user } = bench
  const other = await signedIn(app, { permissions: uploadRights })
  const parts = Array.from({ length: 20 }, () => stalled(tokenOf(user.token)))
  await expect.poll(() => refusedOf(parts)).toBe(8)
  expect(await codeOf(other)).toBe(codes.success)
  expect(await codeOf(user)).toBe(codes.unavailable)
  cutSoon(app.http.server)
  await expect.poll(() => parts.every(({ socket }) => socket.closed)).toBe(true)
  expect(await codeOf(user)).toBe(codes.success)
})
