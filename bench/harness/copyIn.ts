import type pg from 'pg'

interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** `copy … from stdin` in one piece: what psql does, without a library. */
export function copyIn(client: pg.Client, text: string, rows: Buffer): Promise<void> {
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
