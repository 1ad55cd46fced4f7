import { t } from '../../../platform/texts.ts'
import classes from './mail.module.css'

interface LetterProps {
  readonly subject: string
  readonly text: string
  readonly language: string
}

/** A mail as its plain text: the console makes no markup of what others wrote. */
export function Letter({ subject, text, language }: LetterProps) {
  return (
    <textarea
      readOnly
      className={classes.letter}
      dir={language.startsWith('ar') ? 'rtl' : 'ltr'}
      lang={language}
      rows={12}
      aria-label={t('mail.text')}
      value={`${subject}\n\n${text}`}
    />
  )
}
