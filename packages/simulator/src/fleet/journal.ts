import { type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises'

/** Lines of JSON that are on the disk before `settled` answers; readable by their owner only. */
export class Journal {
  readonly #file: FileHandle
  #lines: string[] = []
  #writing: Promise<void> | null = null

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(path: string): Promise<Journal> {
    return new Journal(await open(path, 'a', 0o600))
  }

  /** Begins anew with these lines; a run that is killed here leaves the old ones. */
  static async replace(path: string, entries: readonly unknown[]): Promise<Journal> {
    await writeFile(`${path}.new`, entries.map(lineOf).join(''), { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
    return Journal.open(path)
  }

  /** The lines of an earlier run; one that was killed may have left half a line. */
  static async read(path: string): Promise<unknown[]> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').map(parse)
  }

  /** Writes soon; many lines share one write. */
  append(entry: unknown): void {
    this.#lines.push(lineOf(entry))
    this.#writing ??= this.#write()
  }

  /** Waits until everything appended so far is on the disk. */
  async settled(): Promise<void> {
    await this.#writing
  }

  async close(): Promise<void> {
    await this.settled()
    await this.#file.close()
  }

  async #write(): Promise<void> {
    while (this.#lines.length > 0) {
      const lines = this.#lines
      this.#lines = []
      await this.#file.appendFile(lines.join(''))
      await this.#file.datasync()
    }
    this.#writing = null
  }
}

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
