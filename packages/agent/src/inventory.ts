import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { InstalledApp } from '@muster/contract'
import type { BodyOf } from '@muster/terminal'
import * as z from 'zod/mini'
import { readValue, writeWhole } from './disk.ts'

const kept = z.array(z.looseObject({ p: z.string(), vc: z.int() }))

/** What handlers have installed: the terminal's own word of it. */
export class Inventory {
  readonly #path: string
  readonly #apps: Map<string, InstalledApp>

  constructor(state: string) {
    this.#path = join(state, 'apps.json')
    this.#apps = new Map((readValue(this.#path, kept) ?? []).map((app) => [app.p, app]))
  }

  put(app: InstalledApp): void {
    this.#apps.set(app.p, app)
    this.#keep()
  }

  remove(name: string): void {
    if (this.#apps.delete(name)) this.#keep()
  }

  find(name: string): InstalledApp | undefined {
    return this.#apps.get(name)
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
