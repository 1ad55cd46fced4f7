import { join } from 'node:path'
import { envelope } from '@muster/contract'
import * as z from 'zod/mini'
import type { Letter, LetterStore } from '@muster/terminal'
import { Journal } from './journal.ts'

const line = z.union([
  z.object({ sn: z.string(), letter: z.object({ topic: z.string(), envelope: envelope() }) }),
  z.object({ sn: z.string(), forget: z.string() }),
])

type Known = ReadonlyMap<string, ReadonlyMap<string, Letter>>

/** Reports of virtual terminals that wait for the platform's answer, in the folder of the credentials. */
export class LetterFolder {
  readonly #known: Known
  readonly #journal: Journal

  private constructor(known: Known, journal: Journal) {
    this.#known = known
    this.#journal = journal
  }

  /** The folder is there, and ours: `CredentialStore.open` has seen to it. */
  static async open(folder: string): Promise<LetterFolder> {
    const path = join(folder, 'outbox.jsonl')
    const known = await readLetters(path)
    const waiting = [...known].flatMap(([sn, letters]) =>
      [...letters.values()].map((letter) => ({ sn, letter })),
    )
    return new LetterFolder(known, await Journal.replace(path, waiting))
  }

  /** The part of one terminal. */
  of(sn: string): LetterStore {
    const letters = [...(this.#known.get(sn)?.values() ?? [])]
    const kept = new Set(letters.map(({ envelope: { id } }) => id))
    return {
      letters,
      keep: (letter) => {
        kept.add(letter.envelope.id)
        this.#journal.append({ sn, letter })
      },
      forget: (id) => {
        if (kept.delete(id)) this.#journal.append({ sn, forget: id })
      },
    }
  }

  async close(): Promise<void> {
    await this.#journal.close()
  }
}

async function readLetters(path: string): Promise<Map<string, Map<string, Letter>>> {
  const known = new Map<string, Map<string, Letter>>()
  for (const entry of await Journal.read(path)) {
    const { data } = line.safeParse(entry)
    // A run that was killed may have left half a line.
    if (!data) continue
    const ofTerminal = known.get(data.sn) ?? new Map<string, Letter>()
    known.set(data.sn, ofTerminal)
    if ('forget' in data) ofTerminal.delete(data.forget)
    else ofTerminal.set(data.letter.envelope.id, data.letter)
  }
  return known
}
