import { FileField, hashFile } from '../../file/index.ts'
import type { ValueInputProps } from './valueInputProps.ts'

/** A file that is sent when it is chosen; its value names what it holds and what it is called. */
export function FileInput({ field, label, value, onChange, error }: ValueInputProps) {
  const take = async (file: File) => {
    const sum = await hashFile(file, { onProgress: () => undefined, signal: undefined })
    onChange(`${sum}/${file.name}`)
  }
  return (
    <FileField
      name={field.pid}
      label={label}
      type="param"
      value={value}
      known={value === '' ? null : value.slice(value.indexOf('/') + 1)}
      required={false}
      error={error}
      onBlur={() => undefined}
      // Of what was sent the value is made; only an empty one is taken as it is.
      onChange={(id) => id === '' && onChange('')}
      onSent={(file) => void take(file)}
    />
  )
}
