import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '../src/platform/db.ts'

/** Words that nobody says by chance, each for one secret, and where they were seen. */
export class Canaries {
  readonly #words = new Map<string, string>()

  /** The word for the secret of that name. */
  of(name: string): string {
    const word = this.#words.get(name) ?? randomBytes(12).toString('hex')
    this.#words.set(name, word)
    return word
  }

  /** Every way in which a word may stand in bytes that are not sealed, with the name of its secret. */
  *#written(): Generator<readonly [name: string, text: string]> {
    for (const [name, word] of this.#words) {
      yield [name, word]
      yield [name, Buffer.from(word).toString('hex')]
      yield [name, Buffer.from(word, 'utf16le').toString('latin1')]
      // What a word looks like in base64 depends on what stands before it.
      for (const before of [0, 1, 2]) {
        const text = Buffer.from(`${'x'.repeat(before)}${word}`).toString('base64')
        yield [name, text.slice(before === 0 ? 0 : 4, Math.floor(text.length / 4) * 4 - 4)]
      }
    }
  }

  /** The secrets that can be read there. */
  foundIn(bytes: Buffer | string): string[] {
    const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1')
    return [
      ...new Set(
        [...this.#written()].filter(([, word]) => text.includes(word)).map(([name]) => name),
      ),
    ]
  }

  /** Secrets that can be read in files below a folder, also in packed ones, each with its file. */
  async foundBelow(folder: string, isSkipped: (path: string) => boolean): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const found: string[] = []
    for (const file of files) {
      const path = join(file.parentPath, file.name)
      if (isSkipped(path)) continue
      const bytes = await readFile(path)
      for (const part of [bytes, ...unpacked(bytes)])
        found.push(...this.foundIn(part).map((name) => `${name}: ${path}`))
    }
    return found
  }

  /** Secrets that can be read in rows of any table, each with its table. */
  async foundInTables(db: Database): Promise<string[]> {
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(db)
    const found: string[] = []
    for (const { schema, name } of tables) {
      const { rows } = await sql<{ text: string }>`select one::text as text
        from ${sql.id(schema, name)} one`.execute(db)
      for (const { text } of rows)
        found.push(...this.foundIn(text).map((secret) => `${secret}: ${name}`))
    }
    return [...new Set(found)]
  }
}

const local = Buffer.from('PK\u0003\u0004')

/** The parts of a gzip file or of an archive, as far as they are packed. */
function unpacked(bytes: Buffer): Buffer[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [gunzipSync(bytes)]
  const parts: Buffer[] = []
  for (let at = bytes.indexOf(local); at !== -1; at = bytes.indexOf(local, at + 4)) {
    const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    try {
      parts.push(inflateRawSync(bytes.subarray(begin)))
    } catch {
      // It is stored as it is, which has been looked at, or these four bytes begin nothing.
    }
  }
  return parts
}
