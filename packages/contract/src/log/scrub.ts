const secrets: readonly (readonly [RegExp, string])[] = [
  // Values of an address's query may be tickets, words searched for, or names.
  [/([?&][\w.-]{1,64}=)[^&#\s"')]+/g, '$1…'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/\b(password|token|secret|ticket|signature|code)(["']?\s*[:=]\s*["']?)[^\s"',;&)}]+/gi, '$1$2…'],
  [/[\w.%+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+/g, '…@…'],
  [/\b[0-9a-f]{32,}\b/gi, '…'],
  // Random text: long, with digits and letters of both cases.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{24,}/g, '…'],
  // Phone and card numbers; a line of code has fewer digits, and a day is no secret.
  [/(?<![\w.-])(?!\d{4}-\d\d-\d\d)\+?\d[\d ()-]{7,}\d(?![\w-])/g, '…'],
]

/**
 * Takes tokens, addresses, numbers and whatever is named out of a text about an error, so that it
 * can be shown, sent and kept.
 * @param known names that must not stay, such as the signed-in user's
 */
export function scrub(text: string, known: readonly string[] = []): string {
  const clean = secrets.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
  return known
    .filter((name) => name.length >= 3)
    .reduce((rest, name) => rest.replace(wordOf(name), '…'), clean)
}

/** A name as a word of its own: neither a part of an address nor of a longer word. */
const wordOf = (name: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d_./])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\d_/(])`,
    'giu',
  )
