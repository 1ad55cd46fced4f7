/** How days are written; `locale` as the interface language writes them. */
export const dateFormats = [
  'locale',
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
] as const
export type DateFormat = (typeof dateFormats)[number]
