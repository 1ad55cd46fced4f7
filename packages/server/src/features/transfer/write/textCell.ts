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

/** XML has no place for control characters, halves of characters and two that are none. */
const unwritable = /[\p{Cc}\uFFFE\uFFFF]/gu

/**
 * A text as workbooks hold it, in an attribute too (ECMA-376, 22.9.2.19): a carriage return would be
 * read as a line feed, so it stands as `_x000D_`; what only reads so gets its underscore as `_x005F_`.
 */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, (mark) => (/[\t\n\r]/.test(mark) ? mark : ''))
    .replace(/_(?=x[0-9a-f]{4}[_\r])/gi, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)
