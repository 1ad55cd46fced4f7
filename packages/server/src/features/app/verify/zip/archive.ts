import type { OpenFile } from '../openFile.ts'

/** One file of an archive, as its table of contents and its own header agree on. */
export interface Entry {
  readonly name: string
  readonly isPacked: boolean
  readonly crc32: number
  readonly packedBytes: number
  readonly bytes: number
  /** Where its own header begins, its data begins, and it ends together with all that follows it. */
  readonly from: number
  readonly dataFrom: number
  readonly to: number
}

/** Where the parts of an archive lie that are no files. */
export interface Sections {
  /** The signing block of an APK; without one, where the table of contents begins. */
  readonly blockFrom: number
  readonly directoryFrom: number
  readonly endFrom: number
}

export interface Archive {
  readonly file: OpenFile
  readonly sections: Sections
  /** In the order of the table of contents. */
  readonly entries: ReadonlyMap<string, Entry>
}
