/** The first letters of a text, without half of one at its end: the database takes none in JSON. */
export const shortened = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
