/** Replaces Arabic-Indic and Persian digits by ASCII ones: the wire knows no others. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const point = digit.charCodeAt(0)
    return String(point - (point >= 0x06f0 ? 0x06f0 : 0x0660))
  })
}

/** A number as the page's language writes its digits: what a field shows of it. */
export function shownDigits(text: string): string {
  if (!document.documentElement.lang.startsWith('ar')) return text
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
}

/**
 * What is looked for when this was typed. Serial numbers and codes have ASCII digits, whatever the
 * keyboard; a name in Arabic letters is looked for as it is written.
 */
export const soughtText = (typed: string): string =>
  /[\p{L}&&\p{Script=Arabic}]/v.test(typed) ? typed : asciiDigits(typed)
