import { languages } from '@muster/contract'
import { use } from 'react'
import { call } from '../../kit/call.ts'
import { language, t } from '../../platform/texts.ts'
import { chooseLanguage } from '../tools/chooseLanguage.ts'
import styles from './LanguageSelect.module.css'

const offered = lazily(() => call(languages.list, {}))

/** The languages this site offers, each by its own name. */
export function LanguageSelect() {
  const list = use(offered())
  return (
    <select
      className={styles['select']}
      aria-label={t('shell.language')}
      value={language}
      onChange={({ currentTarget: { value } }) => {
        const chosen = list.find(({ code }) => code === value)
        if (chosen) chooseLanguage(chosen)
      }}
    >
      {list.map(({ code, nativeName }) => (
        <option key={code} value={code} lang={code}>
          {nativeName}
        </option>
      ))}
    </select>
  )
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
