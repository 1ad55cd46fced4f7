/** A text without marks and case, as words are looked for. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text contains what was typed, whatever its case and marks. */
export const sameLetters = (text: string, typed: string): boolean =>
  folded(text).includes(folded(typed.trim()))
