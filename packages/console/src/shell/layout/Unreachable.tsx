import { language } from '../../platform/texts.ts'
import classes from './unreachable.module.css'

// The only texts outside of the language packs: these are shown when no pack could be fetched.
const texts = {
  en: { text: 'The server cannot be reached.', retry: 'Try again' },
  'ar-IQ': { text: 'تعذّر الوصول إلى الخادم.', retry: 'إعادة المحاولة' },
}

/** What a person sees when the server does not answer at start. */
export function Unreachable() {
  const { text, retry } = language === 'ar-IQ' ? texts['ar-IQ'] : texts.en
  return (
    <main className={classes.page}>
      <h1>{text}</h1>
      <button type="button" onClick={() => location.reload()}>
        {retry}
      </button>
    </main>
  )
}
