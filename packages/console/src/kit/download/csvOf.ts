interface Sheet {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** What a sheet program might take for a formula, as in the server's own files: wide signs as well, and after apostrophes. */
const formulaStart = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A table as CSV (RFC 4180, UTF-8 with its mark). Sheet programs run no text that begins like a formula. */
export function csvOf({ columns, rows }: Sheet): string {
  return `\uFEFF${[columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
