import type pg from 'pg'

interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** `copy … from stdin` in one piece: what psql does, without a library. */
export function copyIn(client: pg.ClientBase, text: string, rows: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    const command = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(rows)
        connection.endCopyFrom()
      },
      handleError: (error: Error) => fail(error),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => done(),
    }
    // The driver takes any object that speaks its protocol; its types know queries with rows only.
    client.query(command as unknown as pg.Submittable)
  })
}

type Cell = string | number | boolean | null

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell !== 'string') return String(cell)
  return special.test(cell) ? cell.replace(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign) : cell
}

/** A row as `copy` reads it. */
export const copyRow = (cells: readonly Cell[]): string => `${cells.map(cellText).join('\t')}\n`
