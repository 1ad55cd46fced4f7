import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf } from './files.mjs'

const table = 'docs/spec-coverage.md'
const security = 'docs/security.md'
const row = /^\| (?!what \||---)(.*) \|$/

/** Every row of the table that maps the product spec names code and tests that exist. */
export async function coverage(root) {
  if (!existsSync(join(root, table))) return { ok: true, says: `skipped: ${table} is not there` }
  const rows = linesOf(root, table).flatMap((line, index) => {
    const cells = row.exec(line)?.[1]?.split(/ ?\| ?/)
    return cells ? [{ at: `${table}:${index + 1}`, cells }] : []
  })
  const open = rows.filter(({ cells }) => cells.length !== 3 || cells[1] === '' || cells[2] === '')
  const faults = rows.flatMap(({ at, cells: [, where = '', test = ''] }) => [
    ...entries(where).flatMap((path) => missingFile(root, path, at)),
    ...entries(test).flatMap((entry) => missingTest(root, entry, at)),
  ])
  faults.push(...securityFaults(root))
  return {
    ok: faults.length === 0,
    says: `${rows.length} rows, ${open.length} without a test`,
    details: faults.join('\n'),
  }
}

/** Rows about security (number, demand, answer, shown by) name code or tests that exist, or a dash. */
function securityFaults(root) {
  if (!existsSync(join(root, security))) return []
  return linesOf(root, security).flatMap((line, index) => {
    const cells = row.exec(line)?.[1]?.split(/ ?\| ?/) ?? []
    if (!/^\d+\.\d+\.\d/.test(cells[0] ?? '')) return []
    const at = `${security}:${index + 1}`
    return entries(cells[3] ?? '')
      .filter((entry) => entry !== '–')
      .flatMap((entry) =>
        entry.includes(' › ') ? missingTest(root, entry, at) : missingFile(root, entry, at),
      )
  })
}

/** What a cell lists, one entry a line. */
const entries = (cell) =>
  cell
    .split('<br>')
    .map((entry) => entry.replaceAll('`', '').trim())
    .filter((entry) => entry !== '')

/** Paths are from the root, or from `packages/`. */
const found = (root, path) =>
  [path, `packages/${path}`].map((one) => join(root, one)).find((one) => existsSync(one))

const missingFile = (root, path, at) => (found(root, path) ? [] : [`${at}: no file ${path}`])

function missingTest(root, entry, at) {
  const [path = '', title = ''] = entry.split(' › ')
  const file = found(root, path)
  if (!file) return [`${at}: no file ${path}`]
  if (title === '') return [`${at}: no title of a test after ${path}`]
  return readFileSync(file, 'utf8').includes(title) ? [] : [`${at}: no test "${title}" in ${path}`]
}
