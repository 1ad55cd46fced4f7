const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether two capital letters are the code of a country (ISO 3166-1 alpha-2). */
export const isCountry = (code: string): boolean => regions.of(code) !== undefined

/** Whether three capital letters are the code of a currency (ISO 4217). */
export const isCurrency = (code: string): boolean => currencies.has(code)
