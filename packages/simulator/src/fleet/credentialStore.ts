import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Credential } from '@muster/terminal'
import { Journal } from './journal.ts'

const line = z.object({
  sn: z.string(),
  tenant: z.string(),
  secret: z.string(),
  serverKey: z.string(),
  heartbeatSeconds: z.int(),
  pass: z.optional(z.object({ password: z.string(), expiresAt: z.number() })),
})

/** Where credentials of a server's virtual terminals are kept unless a folder is named. */
export function defaultStateFolder(address: string): string {
  const { username } = userInfo()
  const digest = createHash('sha256').update(`${username}\n${address}`).digest('hex').slice(0, 16)
  return join(tmpdir(), `muster-simulator-${digest}`)
}

/** Credentials of virtual terminals in a folder of their own; the last line of a serial counts. */
export class CredentialStore {
  readonly #known: ReadonlyMap<string, Credential>
  readonly #journal: Journal

  private constructor(known: ReadonlyMap<string, Credential>, journal: Journal) {
    this.#known = known
    this.#journal = journal
  }

  /** @throws when the folder belongs to somebody else, who could read or plant credentials */
  static async open(folder: string): Promise<CredentialStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found = await lstat(folder)
    const isOurs = process.getuid === undefined || found.uid === process.getuid()
    if (!found.isDirectory() || !isOurs) throw new Error(`${folder} is not a folder of yours`)
    const path = join(folder, 'credentials.jsonl')
    const known = await readCredentials(path)
    // One line for each: passwords are replaced every day.
    return new CredentialStore(known, await Journal.replace(path, [...known.values()]))
  }

  find(sn: string): Credential | null {
    return this.#known.get(sn) ?? null
  }

  keep(sn: string, credential: Credential): void {
    this.#journal.append({ sn, ...credential })
  }

  async close(): Promise<void> {
    await this.#journal.close()
  }
}

async function readCredentials(path: string): Promise<Map<string, Credential>> {
  const entries = await Journal.read(path)
  const read = entries.flatMap((entry) => {
    const { data } = line.safeParse(entry)
    return data ? [[data.sn, data] as const] : []
  })
  return new Map(read)
}
