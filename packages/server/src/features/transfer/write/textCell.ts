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

/** A text as XML holds it, in an attribute too. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, (mark) => (/[\t\n\r]/.test(mark) ? mark : ''))
    .replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)
