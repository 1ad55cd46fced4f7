import { language } from '../../platform/texts.ts'

// The only texts outside of the language packs: these are shown when no pack could be fetched.
const texts = {
  en: { text: 'The server cannot be reached.', retry: 'Try again' },
  'ar-IQ': { text: 'تعذّر الوصول إلى الخادم.', retry: 'إعادة المحاولة' },
}

/** What a person sees when the server does not answer at start. */
export function Unreachable() {
  const { text, retry } = language === 'ar-IQ' ? texts['ar-IQ'] : texts.en
  return (
    <main style={{ display: 'grid', placeContent: 'center', minHeight: '100vh', gap: 16 }}>
      <h1 style={{ font: 'inherit' }}>{text}</h1>
      <button type="button" onClick={() => location.reload()}>
        {retry}
      </button>
    </main>
  )
}
