import { type FileHandle, open } from 'node:fs/promises'

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

  /** Writes soon; many lines share one write. */
  append(entry: unknown): void {
    this.#lines.push(`${JSON.stringify(entry)}\n`)
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
