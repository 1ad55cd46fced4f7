import { join } from 'node:path'
import { upgradeParts } from '@muster/contract'
import * as z from 'zod/mini'
import type { AppStore } from '../terminal/inventory.ts'
import { Journal } from './journal.ts'

/** An application on a terminal, as files say it. */
export const keptApp = z.object({
  p: z.string(),
  vc: z.number(),
  vn: z.optional(z.string()),
  src: z.optional(z.enum(['SYSTEM', 'STORE', 'PUSH', 'SIDE_LOADED'])),
  sig8: z.optional(z.string()),
  size: z.optional(z.number()),
  inst: z.optional(z.number()),
  upd: z.optional(z.number()),
  en: z.optional(z.boolean()),
  item: z.optional(z.string()),
})
const keptPart = z.object({ version: z.string(), item: z.string() })
const line = z.object({
  sn: z.string(),
  apps: z.optional(z.array(keptApp)),
  parts: z.optional(z.partialRecord(z.enum(upgradeParts), keptPart)),
})
type Known = Omit<z.output<typeof line>, 'sn'>

/** What is installed on virtual terminals and what they were upgraded to, in the folder of their credentials: the last line of a serial counts. */
export class AppFolder {
  readonly #known: ReadonlyMap<string, Known>
  readonly #journal: Journal

  private constructor(known: ReadonlyMap<string, Known>, journal: Journal) {
    this.#known = known
    this.#journal = journal
  }

  /** The folder is there, and ours: `CredentialStore.open` has seen to it. */
  static async open(folder: string): Promise<AppFolder> {
    const path = join(folder, 'apps.jsonl')
    const known = new Map<string, Known>()
    for (const entry of await Journal.read(path)) {
      const { data } = line.safeParse(entry)
      if (!data) continue
      const { sn, ...told } = data
      known.set(sn, { ...known.get(sn), ...told })
    }
    const lines = [...known].map(([sn, told]) => ({ sn, ...told }))
    return new AppFolder(known, await Journal.replace(path, lines))
  }

  /** The part of one terminal. */
  of(sn: string): AppStore {
    return {
      apps: this.#known.get(sn)?.apps ?? null,
      keep: (apps) => this.#journal.append({ sn, apps }),
      parts: this.#known.get(sn)?.parts ?? {},
      keepParts: (parts) => this.#journal.append({ sn, parts }),
    }
  }

  async close(): Promise<void> {
    await this.#journal.close()
  }
}
