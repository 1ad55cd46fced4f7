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
import { readAnswer } from '../../platform/answers.ts'
import { formatBytes } from '../../platform/format.ts'
import { language, t } from '../../platform/texts.ts'

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
  const { code, msg, data } = await send(`${imagePaths.upload}?ticket=${ticket}&use=${use}`, file)
  if (code !== codes.success || !isKept(data)) throw refused(new CallError(code, msg))
  return data
}

async function send(target: string, body: File) {
  try {
    return await readAnswer(
      await fetch(target, { method: 'POST', body, headers: { LANGUAGE: language } }),
    )
  } catch {
    return { code: noAnswer, msg: t('shell.networkError'), data: null }
  }
}

const isKept = (data: unknown): data is KeptImage =>
  typeof data === 'object' && data !== null && 'name' in data && 'url' in data
