import { createHash } from 'node:crypto'

/** The one text of a document: members in the order of their names, whatever order they came in. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** SHA-256 of it, hexadecimal. */
export const sumOf = (value: unknown): string =>
  createHash('sha256').update(canonicalText(value)).digest('hex')
