import type { Readable } from 'node:stream'

/** What a call answers whose answer is a file. */
export class FileAnswer {
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer | Readable

  constructor(name: string, mediaType: string, content: Buffer | Readable) {
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
