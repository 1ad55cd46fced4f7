import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { megabyte, uploadConfig, uploads, type UploadType } from '@muster/contract'
import { seedParameters } from '../src/features/system/parameter/parameterSeed.ts'
import { signedIn, startTestApp, type TestUser } from './testApp.ts'

/** Every right of the uploads. */
export const uploadRights = [
  'UPLOAD_ADD',
  'UPLOAD_LIST',
  'UPLOAD_CONFIG',
  'UPLOAD_DELETE',
  'UPLOAD_DOWNLOAD',
  'UPLOAD_SCAN',
]

/** A server with a data folder of its own and parts of one megabyte, and a user who may upload. */
export async function startUploadApp(variables: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-upload-'))
  const app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder, ...variables })
  await seedParameters(app.platform.db)
  const user = await signedIn(app, { permissions: uploadRights })
  await setChunkMB(user, 1)
  const close = async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { app, user, folder, close }
}

export async function setChunkMB(user: TestUser, chunkMB: number): Promise<void> {
  const config = await user.get(uploadConfig.get, {})
  await user.get(uploadConfig.save, { body: { ...config, chunkMB } })
}

export const shaOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** So many bytes of a log, which nobody has uploaded before. */
export const aLog = (bytes: number): Buffer =>
  Buffer.from(randomBytes(bytes).toString('base64')).subarray(0, bytes)

/** A PNG of one point with a text in it; its check sums are nobody's business here. */
export function aPicture(text: string): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(body.length)
    return Buffer.concat([head, Buffer.from(name), body, Buffer.alloc(4)])
  }
  const head = Buffer.from('00000001000000010800000000', 'hex')
  const rows = Buffer.from('789c6300010000050001', 'hex')
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(text)),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface Sent {
  readonly name?: string
  readonly type?: UploadType
  readonly sha256?: string
}

export const begin = (
  who: TestUser,
  bytes: Buffer,
  { name = 'a.log', type = 'log', sha256 }: Sent = {},
) =>
  who.call(uploads.init, {
    body: { name, type, size: bytes.length, sha256: sha256 ?? shaOf(bytes).toString('hex') },
  })

export const partOf = (bytes: Buffer, n: number, size = megabyte): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.subarray(n * size, (n + 1) * size))

interface Part {
  readonly uploadId: string
  readonly n: number
  readonly body: Uint8Array<ArrayBuffer>
}

export const send = (who: TestUser, { uploadId, n, body }: Part) =>
  who.call(uploads.chunk, { params: { uploadId, n: String(n) }, body })

export const finish = (who: TestUser, uploadId: string) =>
  who.call(uploads.complete, { params: { uploadId } })

/** Sends a whole file; answers what became of it. */
export async function upload(who: TestUser, bytes: Buffer, sent: Sent = {}) {
  const { data } = await begin(who, bytes, sent)
  const { uploadId, missing } = data
  for (const n of missing) await send(who, { uploadId, n, body: partOf(bytes, n) })
  return (await finish(who, uploadId)).data
}

/** The row of the list that shows an upload. */
export const rowOf = async (who: TestUser, id: string) =>
  (await who.get(uploads.page, { query: { pageSize: '100' } })).list.find((row) => row.id === id)
