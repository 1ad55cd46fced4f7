import type { Readable } from 'node:stream'

/** A part of a file: its first and its last byte. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Content that stays as it is: any part of it can be asked for again. */
export interface StoredContent {
  readonly bytes: number
  /** What tells it from any other content, in quotes. */
  readonly etag: string
  readonly open: (range?: ByteRange) => Promise<Readable>
  /** Whether it is public: whatever lies between may keep it for ever. */
  readonly isPublic?: boolean
}

/** What a call answers whose answer is a file. */
export class FileAnswer {
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer | Readable | StoredContent

  constructor(name: string, mediaType: string, content: Buffer | Readable | StoredContent) {
    this.name = name
    this.mediaType = mediaType
    this.content = content
  }

  /** RFC 6266: the name in any script, and one in plain letters for old clients. */
  get disposition(): string {
    const plain = this.name.replace(/[^\w.-]+/g, '_')
    return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(this.name)}`
  }
}
