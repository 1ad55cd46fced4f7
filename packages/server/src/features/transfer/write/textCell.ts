const longestText = 32_767

/** A cell of a text; the style is one of those of the book. */
export const textCell = (text: string, style: number): string =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${xmlText(text.slice(0, longestText))}</t></is></c>`

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
