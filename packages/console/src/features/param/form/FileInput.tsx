import {
  hasPlaceholder,
  paramImageExtensions,
  readParamFile,
  writeParamFile,
} from '@muster/contract'
import { FileField, hashFile } from '../../file/index.ts'
import { valueText } from '../valueText.ts'
import type { ValueInputProps } from './valueInputProps.ts'

/** A file that is sent when it is chosen; its value says what it holds and what it is called. */
export function FileInput({ field, label, value, onChange, error }: ValueInputProps) {
  const take = async (file: File) => {
    const sha256 = await hashFile(file, { onProgress: () => undefined, signal: undefined })
    onChange(writeParamFile({ sha256, size: file.size, name: file.name }))
  }
  const isSaid = readParamFile(value) !== null || hasPlaceholder(value)
  return (
    <FileField
      name={field.pid}
      label={label}
      type="param"
      value={value}
      known={isSaid ? valueText(value) : null}
      {...(field.dataType === 'IMAGE' && {
        takes: (extension) => paramImageExtensions.includes(extension),
      })}
      required={false}
      error={error}
      onBlur={() => undefined}
      // Of what was sent the value is made; only an empty one is taken as it is.
      onChange={(id) => id === '' && onChange('')}
      onSent={(file) => void take(file)}
    />
  )
}
