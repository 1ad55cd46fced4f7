import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import type { FormatSource } from './formatProcess.ts'
import { sumOfSource } from './installed.ts'

interface Store {
  readonly db: Kysely<DB>
  readonly secrets: Platform['secrets']
}

/** It is sealed so that nobody who writes into the database alone has a program run here. */
const purpose = (sum: string) => `param.format:${sum}`

/** Keeps the text of a plug-in for as long as the installation lives: a revision is written by it. */
export async function keepFormat(
  { db, secrets }: Store,
  { name, sum, source }: FormatSource & { readonly name: string },
): Promise<void> {
  const sealed = secrets.seal(Buffer.from(source), purpose(sum))
  await sql`insert into param_format (sha256, name, sealed_source) values (${sum}, ${name}, ${sealed})
    on conflict do nothing`.execute(db)
}

/** The plug-in that a revision was published with; null: this installation has never kept it. */
export async function findFormat(
  { db, secrets }: Store,
  sum: string,
): Promise<FormatSource | null> {
  const { rows } = await sql<{ sealedSource: Buffer }>`select sealed_source from param_format
    where sha256 = ${sum}`.execute(db)
  const [found] = rows
  if (!found) return null
  const source = secrets.open(found.sealedSource, purpose(sum)).toString()
  return sumOfSource(source) === sum ? { sum, source } : null
}
