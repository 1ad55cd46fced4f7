import type { LanguageFileOutcome } from '@muster/contract'
import type { ReactNode } from 'react'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import classes from './names.module.css'

/** What a file would do to a language, or why it may not. */
export function FileOutcome({ outcome }: { readonly outcome: LanguageFileOutcome }) {
  const { added, changed, refused, unchanged } = outcome
  const isNothing = added.length + changed.length + refused.length === 0
  return (
    <output className={classes.outcome}>
      {isNothing && <p>{t('language.nothingToDo')}</p>}
      <Part title={t('language.isRefused', { count: refused.length })} keys={refused}>
        {refused.map(({ key, reason }) => (
          <li key={key}>
            <Ltr>{key}</Ltr> – {reason}
          </li>
        ))}
      </Part>
      {refused.length > 0 && <p className={classes.error}>{t('language.allOrNothing')}</p>}
      <Part title={t('language.wouldAdd', { count: added.length })} keys={added}>
        {added.map(line)}
      </Part>
      <Part title={t('language.wouldChange', { count: changed.length })} keys={changed}>
        {changed.map(line)}
      </Part>
      <p className={classes.hint}>{t('language.unchanged', { count: unchanged })}</p>
    </output>
  )
}

const line = (key: string) => (
  <li key={key}>
    <Ltr>{key}</Ltr>
  </li>
)

interface PartProps {
  readonly title: string
  readonly keys: readonly unknown[]
  readonly children: ReactNode
}

/** Lines below a heading; nothing where there are none. */
function Part({ title, keys, children }: PartProps) {
  if (keys.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
