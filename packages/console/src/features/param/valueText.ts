import { readParamFile } from '@muster/contract'
import { formatBytes } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'

/** A value as people read it: of a file what it is called and how large it is. */
export function valueText(text: string): string {
  const file = readParamFile(text)
  return file ? t('param.fileOf', { name: file.name, size: formatBytes(file.size) }) : text
}
