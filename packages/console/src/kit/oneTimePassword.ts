/** Milliseconds for which a sign-in counts as a proof that it is the owner who sits here. */
const good = 10 * 60_000

let known: { readonly password: string; readonly until: number } | null = null

/**
 * Keeps the password of a sign-in that must be changed at once, so that nobody types it twice in a
 * row. Only in memory, and not for long.
 */
export function keepOneTimePassword(password: string): void {
  known = { password, until: Date.now() + good }
}

/** The password that was just signed in with; null: it must be asked for. */
export const oneTimePassword = (): string | null =>
  known && Date.now() < known.until ? known.password : null

/** Forgets it: it was changed, was wrong, or its user has left. */
export const forgetOneTimePassword = (): void => {
  known = null
}
