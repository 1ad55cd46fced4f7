import { Resolver } from 'node:dns/promises'
import { requireNoConnection } from './holding.ts'

/** Names that exist without such a record, or not at all: an answer, and no failure. */
const nothing: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * The TXT records of a name, their parts put together; none where there are none. Throws when no
 * DNS server answers.
 * @param servers addresses with port to ask; none: those of this computer
 */
export async function txtRecords(name: string, servers: readonly string[]): Promise<string[]> {
  requireNoConnection('a DNS server')
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && nothing.has(String(error.code))) return []
    throw error
  }
}
