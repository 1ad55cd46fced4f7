/** What an operator can do about an error of the way to the database or of the database itself. */
const sentences: readonly (readonly [RegExp, (reason: string) => string])[] = [
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    (reason) => `The host of the database is not known here (${reason}). Check DATABASE_URL.`,
  ],
  [
    /^(ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|08|no answer)/,
    (reason) =>
      `The database does not answer (${reason}). Check DATABASE_URL, and that PostgreSQL runs there.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    (reason) =>
      `The certificate of the database is for another host (${reason}). Name the host in DATABASE_URL as the certificate does.`,
  ],
  [
    /CERT|^UNABLE_TO_/,
    (reason) =>
      `The certificate of the database is not trusted here (${reason}). Name its authority: add sslrootcert=/path/to/ca.pem to DATABASE_URL.`,
  ],
  [
    /^no TLS$/,
    () =>
      'The database takes no TLS, and DATABASE_URL asks for it. Switch it on there (ssl = on), or remove sslmode.',
  ],
  [
    /^28/,
    (reason) =>
      `The database does not let us in: ${reason}. Check user and password in DATABASE_URL, and pg_hba.conf of the server.`,
  ],
  [
    /^3D000$/,
    (reason) => `The database is not there: ${reason}. Make it, or check its name in DATABASE_URL.`,
  ],
  [
    /^53300$/,
    (reason) =>
      `The database has no connection left: ${reason}. Raise its max_connections, or start fewer processes.`,
  ],
  [/^53/, (reason) => `The database is out of disk or memory: ${reason}.`],
  [/^57P/, (reason) => `The database starts, stops or was restarted: ${reason}. Try again soon.`],
  [
    /^25006$/,
    () =>
      'The database only reads: it is a replica, or was set so. DATABASE_URL must name the server that takes writes.',
  ],
  [
    /^42501$/,
    (reason) =>
      `The database role lacks a right: ${reason}. Make it the owner of the database and of all in it.`,
  ],
]

/**
 * One plain sentence about an error that whoever keeps the database can cure, without secrets;
 * null: none of them.
 */
export function databaseTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  const found = sentences.find(([pattern]) => pattern.test(code))
  const [, sentence] = found ?? []
  return sentence?.(reasonOf(error)) ?? null
}

/** The driver gives some of its own errors no code. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  if (/does not support SSL/.test(error.message)) return 'no TLS'
  return /^(Connection terminated|timeout exceeded|Client has encountered)/.test(error.message)
    ? 'no answer'
    : ''
}

/** A host with several addresses answers with one error for each, and no text of its own. */
function reasonOf(error: Error): string {
  const several = error instanceof AggregateError ? error.errors : []
  const reasons = several.map((one: unknown) => (one instanceof Error ? one.message : String(one)))
  return [error.message, ...reasons].find((reason) => reason !== '') ?? 'no reason given'
}
