import {
  codes,
  type ImageUse,
  imageLimits,
  imagePaths,
  type KeptImage,
  session,
} from '@muster/contract'
import { call } from '../../kit/call.ts'
import { CallError, noAnswer } from '../../kit/callError.ts'
import { refused } from '../../kit/refused.ts'
import { formatBytes } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { upload } from '../../platform/upload.ts'

/** What a file dialog offers for a use: `.png,.jpg,.webp`. */
export const acceptedImages = (use: ImageUse): string =>
  imageLimits[use].kinds.map((kind) => `.${kind}`).join(',')

/** Puts a picture on the server. A refusal is shown to the user and thrown, as {@link call} does. */
export async function uploadImage(file: File, use: ImageUse): Promise<KeptImage> {
  const { bytes } = imageLimits[use]
  if (file.size > bytes) {
    const text = t('file.imageTooLarge', { size: formatBytes(bytes) })
    throw refused(new CallError(codes.tooLarge, text))
  }
  const { ticket } = await call(session.ticket, { body: { path: imagePaths.upload } })
  const query = new URLSearchParams({ ticket, use, name: file.name })
  const answer = await upload(`${imagePaths.upload}?${query}`, file)
  if (typeof answer === 'string') throw refused(new CallError(noAnswer, t('shell.networkError')))
  const { code, msg, data } = answer
  if (code !== codes.success || !isKept(data)) throw refused(new CallError(code, msg))
  return data
}

const isKept = (data: unknown): data is KeptImage =>
  typeof data === 'object' && data !== null && 'name' in data && 'url' in data
