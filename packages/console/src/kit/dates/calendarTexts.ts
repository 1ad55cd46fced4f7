import { language, t } from '../../platform/texts.ts'
import type { CalendarTexts } from '../../ui/form/CalendarInput.tsx'

/** 1 is Monday, 7 Sunday. */
interface Week {
  readonly firstDay: number
}

const days = [0, 1, 2, 3, 4, 5, 6] as const

/** The day on which a week begins where the language is spoken, Sunday being 0; Monday in a browser that cannot say. */
function firstDayOf(code: string): CalendarTexts['firstDay'] {
  // TypeScript's own library does not know of it yet.
  const place: Intl.Locale & { readonly getWeekInfo?: () => Week } = new Intl.Locale(code)
  return days[(place.getWeekInfo?.().firstDay ?? 1) % 7] ?? 1
}

/** What the language says of a calendar. Its words are English in each, as the product spec pins them. */
export function calendarTexts(): CalendarTexts {
  return {
    firstDay: firstDayOf(language),
    clear: t('kit.dates.clear'),
    calendar: {
      previousMonth: t('kit.dates.previousMonth'),
      nextMonth: t('kit.dates.nextMonth'),
      monthLevelControl: t('kit.dates.chooseMonth'),
      previousYear: t('kit.dates.previousYear'),
      nextYear: t('kit.dates.nextYear'),
      yearLevelControl: t('kit.dates.chooseYear'),
      previousDecade: t('kit.dates.previousDecade'),
      nextDecade: t('kit.dates.nextDecade'),
    },
  }
}
