import { type DragEvent, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { FileField } from '../file/index.ts'
import classes from './app.module.css'

interface PackageDropProps {
  readonly fileId: string
  readonly onChange: (fileId: string) => void
}

/** Takes the package of an application: chosen, or dropped here. */
export function PackageDrop({ fileId, onChange }: PackageDropProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const input = frame.current?.querySelector<HTMLInputElement>('input[type="file"]')
    if (!input || event.dataTransfer.files.length === 0) return
    // What is dropped takes the way of what is chosen.
    input.files = event.dataTransfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return (
    <div
      ref={frame}
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className={classes.hint}>{t('app.dropPackage')}</p>
      <FileField
        name="fileId"
        label={t('apk.file')}
        value={fileId}
        onChange={(id) => onChange(String(id))}
        onBlur={() => undefined}
        error={undefined}
        required
        type="apk"
        known={null}
      />
    </div>
  )
}
