/** A message with a member a line; one that was cut stays as it is. */
export function prettyText(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

/** What a message says, in one line: its body without what surrounds it. */
export function bodyLine(payload: string | null): string {
  if (payload === null) return ''
  try {
    const parsed: unknown = JSON.parse(payload)
    const hasBody = typeof parsed === 'object' && parsed !== null && 'body' in parsed
    return JSON.stringify(hasBody ? parsed.body : parsed)
  } catch {
    return payload
  }
}
