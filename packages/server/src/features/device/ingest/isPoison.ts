/** Data exceptions and broken constraints are the message's own fault; the rest passes. */
export function isPoison(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]...$/.test(code)
}
