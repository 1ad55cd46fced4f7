/** Replaces Arabic-Indic and Persian digits by ASCII ones: the wire knows no others. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const point = digit.charCodeAt(0)
    return String(point - (point >= 0x06f0 ? 0x06f0 : 0x0660))
  })
}
