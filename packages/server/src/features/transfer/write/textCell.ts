import { translate } from '../../../platform/texts.ts'

/** UTF-16 units that a cell holds (ECMA-376). */
export const longestText = 32_767

/** Right to left, as Arabic is read. */
export const isMirrored = (language: string): boolean => language.startsWith('ar')

/** A cell of a text; the style is one of those of the book. A text that no cell holds says so at its end. */
export const textCell = (text: string, style: number, language: string): string =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${xmlText(fitting(text, language))}</t></is></c>`

/** Cut where the cell ends: a file of 100,000 rows is not refused for one of them. */
function fitting(text: string, language: string): string {
  if (text.length <= longestText) return text
  const told = translate(language, 'transfer.cutText', { length: text.length })
  // Half of a character is none.
  const begin = text.slice(0, longestText - told.length).replace(/[\uD800-\uDBFF]$/, '…')
  return begin + told
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** XML has no place for most control characters and two that are none, and reads a carriage return as a line feed. */
const unwritable = /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu
/** What reads as such a character that is written out, behind it one that will be. */
const alike = /_(?=x[0-9a-f]{4}(?:_|(?![\t\n])[\p{Cc}\uFFFE\uFFFF]))/giu

/**
 * A text as workbooks hold it, in an attribute too (ECMA-376, 22.9.2.19): what XML has no place for stands
 * as `_x000D_`, and what only reads so gets its underscore as `_x005F_`. Halves of characters are none.
 */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(alike, '_x005F_')
    .replace(unwritable, writtenOut)
    .replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

const writtenOut = (mark: string): string =>
  `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
