export type TextValues = Readonly<Record<string, string | number>>

/** The locale that a language's numbers and dates are written in: Iraq's as Egypt writes them. */
export const localeOf = (language: string): string =>
  language === 'ar-IQ' ? 'ar-EG-u-nu-arab' : language

/** Fills the `{places}` of a text; numbers in the digits of the locale, other values as they are. */
export function fillText(text: string, values: TextValues, locale: string): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = (Object.hasOwn(values, name) ? values[name] : null) ?? place
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value
  })
}
