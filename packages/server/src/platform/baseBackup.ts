import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'

/** The superuser's way into a PostgreSQL server. */
export interface ServerLogin {
  readonly port: number
  readonly password: string
}

/** Messages of a base backup: an archive begins, a part of it, the manifest, how far it is. */
const archivePart = 'd'.charCodeAt(0)
const archiveBegins = 'n'.charCodeAt(0)

/**
 * Copies a running server as a tar archive with all that a start from it needs, by PostgreSQL's own
 * `BASE_BACKUP`: what npm brings of PostgreSQL has neither pg_dump nor pg_basebackup. The stream
 * fails where the copy does.
 */
export function streamBaseBackup({ port, password }: ServerLogin): Readable {
  // `replication` is missing in the types of the driver only.
  const login: pg.ClientConfig & { replication: string } = {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    application_name: 'muster backup',
    replication: 'true',
  }
  const client = new pg.Client(login)
  const archive = new PassThrough()
  client.on('error', (error) => archive.destroy(error))
  archive.once('close', () => void client.end().catch(() => undefined))
  client.connect().then(
    () => client.query(new BaseBackup(archive)),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return archive
}

/** What the driver asks of a query: it answers with copied bytes instead of rows. */
class BaseBackup implements pg.Submittable {
  readonly #archive: PassThrough
  #archives = 0

  constructor(archive: PassThrough) {
    this.#archive = archive
  }

  submit(connection: pg.Connection): void {
    connection.query(
      `BASE_BACKUP (LABEL 'muster', CHECKPOINT 'fast', WAL true, MANIFEST 'no', WAIT false)`,
    )
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    if (chunk[0] === archiveBegins) this.#archives += 1
    // A second one is a tablespace, which an embedded server has none of.
    if (this.#archives > 1) this.#archive.destroy(new Error('The database has tablespaces.'))
    if (chunk[0] !== archivePart) return
    // A copy: the driver reads its next messages into the same memory.
    const hasRoom = this.#archive.write(Buffer.from(chunk.subarray(1)))
    if (hasRoom || connection.stream.isPaused()) return
    connection.stream.pause()
    this.#archive.once('drain', () => connection.stream.resume())
  }

  handleReadyForQuery(): void {
    this.#archive.end()
  }

  handleError(error: Error): void {
    this.#archive.destroy(error)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
