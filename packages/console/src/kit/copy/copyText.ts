import { putOnClipboard } from '../../platform/clipboard.ts'
import { t } from '../../platform/texts.ts'
import { notify } from '../notify.ts'

/** Copies a text, also over plain HTTP; answers whether the browser let it, and says so if not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await putOnClipboard(text)
    return true
  } catch {
    notify.error(t('kit.notCopied'))
    return false
  }
}
