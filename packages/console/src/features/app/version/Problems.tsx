import { t } from '../../../platform/texts.ts'
import classes from '../app.module.css'

/** What stands in the way of a version, a sentence each. */
export function Problems({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return <p className={classes.hint}>{t('apk.noProblems')}</p>
  return (
    <ul className={classes.problems} aria-label={t('apk.problems')}>
      {sentences.map((sentence) => (
        <li key={sentence} dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  )
}
