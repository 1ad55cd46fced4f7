import { type ImageUse, imageLimits, imageUrl } from '@muster/contract'
import { useId, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { formatBytes, formatNumber } from '../../platform/format.ts'
import { Button } from '../../ui/controls.ts'
import type { FieldHold } from '../../ui/form/fields.tsx'
import { uploadImage } from './uploadImage.ts'
import classes from './image.module.css'

interface ImageFieldProps extends FieldHold {
  readonly use: ImageUse
  /** Pixels that it must have; it may have any unless said. */
  readonly pixels?: { readonly width: number; readonly height: number }
}

/** A picture: shown, put in its place, or taken away. It is uploaded at once and belongs to the record with its save. */
export function ImageField({ value, onChange, label, error, use, pixels }: ImageFieldProps) {
  const labelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const name = typeof value === 'string' && value !== '' ? value : null
  const choose = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    const kept = await uploadImage(file, use).finally(() => setBusy(false))
    setProblem('problem' in kept ? kept.problem : null)
    if ('name' in kept) onChange(kept.name)
  }
  const shown = problem ?? error
  return (
    <fieldset className={classes.field} aria-labelledby={labelId}>
      <legend id={labelId}>{label}</legend>
      <div className={classes.row}>
        <Picture name={name} label={label} use={use} />
        <input
          ref={input}
          type="file"
          hidden
          data-use={use}
          accept={imageLimits[use].kinds.map((kind) => `.${kind}`).join(',')}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button variant="default" size="xs" loading={isBusy} onClick={() => input.current?.click()}>
          {t('image.choose')}
        </Button>
        {name && (
          <Button variant="subtle" size="xs" onClick={() => onChange('')}>
            {t('image.remove')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{limitText(use, pixels)}</p>
      {shown && (
        <p role="alert" className={classes.problem}>
          {shown}
        </p>
      )}
    </fieldset>
  )
}

function Picture({ name, label, use }: { name: string | null; label: string; use: ImageUse }) {
  const source = imageUrl(name)
  if (!source) return <span className={classes.none}>{t('image.none')}</span>
  return <img className={classes.picture} data-use={use} src={source} alt={label} />
}

function limitText(use: ImageUse, pixels: ImageFieldProps['pixels']): string {
  const { kinds, bytes } = imageLimits[use]
  const limit = { kinds: kinds.join(', ').toUpperCase(), size: formatBytes(bytes) }
  if (!pixels) return t('image.limit', limit)
  const { width, height } = pixels
  return t('image.limitSized', {
    ...limit,
    width: formatNumber(width),
    height: formatNumber(height),
  })
}
