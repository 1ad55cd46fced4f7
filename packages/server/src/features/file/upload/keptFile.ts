import { codes, imageUrl, publicFilePath, uploadConfig, type UploadType } from '@muster/contract'
import type { Context, Platform } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type ByteRange, FileAnswer } from '../../../platform/fileAnswer.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { readSetting } from '../../system/setting/index.ts'
import { readImage } from '../image/index.ts'
import { extensionOf } from './content.rules.ts'

/** What is known of a stored file to whoever hands it out. */
export interface KeptFile {
  readonly name: string
  readonly type: UploadType
  readonly bytes: number
  readonly sha256: string
  readonly content: Buffer
  readonly keptState: string
  readonly storage: 'FOLDER' | 'DATABASE'
  readonly publicKey: string
}

const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
}

/** A stored file as an answer; refuses one whose bytes are gone, by hand or with the disk. */
export async function fileAnswerOf(
  platform: Platform,
  { name, bytes, sha256, content, keptState, storage }: KeptFile,
  { isPublic = false } = {},
): Promise<FileAnswer> {
  const gone = () => new Refusal(codes.notFound, 'transfer.fileGone')
  if (keptState !== 'STORED') throw gone()
  // Its content has been proved to be what its name says.
  const mediaType = pictures[extensionOf(name)] ?? 'application/octet-stream'
  if (storage === 'DATABASE') {
    const picture = await readImage(platform.db, `${sha256}.${extensionOf(name)}`)
    if (!picture) throw gone()
    return new FileAnswer(name, mediaType, picture)
  }
  const store = contentsOf(platform)
  // That is found out before the answer begins.
  if (!(await store.has(content))) throw gone()
  const etag = `"${sha256}"`
  const open = (range?: ByteRange) => store.open(content, range)
  return new FileAnswer(name, mediaType, { bytes, etag, open, isPublic })
}

/** Where anybody may read a file of a public type who knows the address; null for a private one. */
export async function publicAddresses({ db, platform }: Context) {
  const config = await readSetting(db, uploadConfig)
  const base = (config.cdnBaseUrl ?? platform.env.publicUrl ?? '').replace(/\/+$/, '')
  return ({ name, type, sha256, keptState, storage, publicKey }: KeptFile): string | null => {
    if (keptState !== 'STORED') return null
    if (storage === 'DATABASE') return `${base}${imageUrl(`${sha256}.${extensionOf(name)}`) ?? ''}`
    if (!config[`${type}Public` as const]) return null
    return `${base}${publicFilePath}/${publicKey}/${encodeURIComponent(name)}`
  }
}
