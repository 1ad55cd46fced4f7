import {
  codes,
  type ImageUse,
  imageLimits,
  imagePaths,
  type KeptImage,
  session,
} from '@muster/contract'
import { call } from '../call.ts'
import { outcomeOf } from '../useAction.ts'
import { formatBytes } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { upload } from '../../platform/upload.ts'

/** What became of an upload: the name of the kept picture, or why there is none. */
type Upload = { readonly name: string } | { readonly problem: string }

/** Hands a picture to the server, which keeps it under a name of its own. */
export async function uploadImage(file: File, use: ImageUse): Promise<Upload> {
  const { bytes } = imageLimits[use]
  if (file.size > bytes) return { problem: t('image.tooLarge', { size: formatBytes(bytes) }) }
  const proved = await outcomeOf(call(session.ticket, { body: { path: imagePaths.upload } }))
  if ('error' in proved) return { problem: proved.error.message }
  const query = new URLSearchParams({ ...proved.reply, use, name: file.name })
  const answer = await upload(`${imagePaths.upload}?${query}`, file)
  if (typeof answer === 'string') return { problem: t('shell.networkError') }
  const { code, msg, data } = answer
  return code === codes.success && isKept(data) ? { name: data.name } : { problem: msg }
}

const isKept = (data: unknown): data is KeptImage =>
  typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string'
