import { t } from '../../../platform/texts.ts'
import classes from './upload.module.css'

interface FileDropProps {
  /** What the file dialog offers: `.apk,.zip`. */
  readonly accept: string
  readonly hint: string
  readonly onFiles: (files: readonly File[]) => void
}

/** A place to drop files on or to choose them: the browser's own field, as large as the place. */
export function FileDrop({ accept, hint, onFiles }: FileDropProps) {
  return (
    <label className={classes.drop}>
      <span>{t('upload.drop')}</span>
      <span className={classes.hint}>{hint}</span>
      <input
        type="file"
        multiple
        className={classes.cover}
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // The same file chosen again must count as a choice.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
