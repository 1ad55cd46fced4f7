import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type InstalledApp, upgradeParts } from '@muster/contract/protocol'
import type { BodyOf } from '@muster/terminal'
import * as z from 'zod/mini'
import { readKept, writeWhole } from './disk.ts'

const versions = z.partialRecord(z.enum(upgradeParts), z.string())
/** Versions of what upgrades have replaced. */
export type Parts = z.output<typeof versions>

const kept = z.array(z.looseObject({ p: z.string(), vc: z.int() }))

/** What handlers have installed: the terminal's own word of it. */
export class Inventory {
  readonly #path: string
  readonly #apps: Map<string, InstalledApp>
  readonly #partsPath: string
  #parts: Parts

  constructor(state: string) {
    this.#partsPath = join(state, 'parts.json')
    this.#parts = readKept(this.#partsPath, versions) ?? {}
    this.#path = join(state, 'apps.json')
    this.#apps = new Map((readKept(this.#path, kept) ?? []).map((app) => [app.p, app]))
  }

  put(app: InstalledApp): void {
    this.#apps.set(app.p, app)
    this.#keep()
  }

  remove(name: string): void {
    this.#apps.delete(name)
    this.#keep()
  }

  find(name: string): InstalledApp | undefined {
    return this.#apps.get(name)
  }

  get parts(): Parts {
    return this.#parts
  }

  /** An upgrade has put this version there. */
  putPart(part: keyof Parts, version: string): void {
    this.#parts = { ...this.#parts, [part]: version }
    writeWhole(this.#partsPath, JSON.stringify(this.#parts))
  }

  report(): BodyOf<'apps'> {
    const apps = [...this.#apps.values()].toSorted((a, b) => (a.p < b.p ? -1 : 1)).slice(0, 300)
    const hash = createHash('sha256').update(JSON.stringify(apps)).digest('hex')
    return { full: true, hash, apps }
  }

  #keep(): void {
    writeWhole(this.#path, JSON.stringify([...this.#apps.values()]))
  }
}
