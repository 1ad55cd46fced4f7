import type { Upload } from '@muster/contract'
import { nameText, t } from '../../../platform/texts.ts'

/** Why a file was rejected, or what it waits for; with what a scanner has found. */
export function reasonText({
  reason,
  signature,
}: Pick<Upload, 'reason' | 'signature'>): string | null {
  if (signature !== null) return t('upload.infected', { signature })
  return reason && nameText(reason)
}
