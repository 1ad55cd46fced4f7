import type { IncomingHttpHeaders } from 'node:http'
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

  get disposition(): string {
    return dispositionOf(this.name)
  }
}

/** RFC 6266: the name in any script, and one in plain letters for old clients. */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_')
  // RFC 8187: an apostrophe parts what stands before the name from it.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * The part of a content that is asked for (RFC 9110: Range, If-Range). `none`: outside of it. Null:
 * the whole, also for what is no single range.
 */
export function rangeAsked(
  headers: IncomingHttpHeaders,
  { etag, bytes }: Pick<StoredContent, 'etag' | 'bytes'>,
): ByteRange | 'none' | null {
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (!isSame || (first === '' && last === '')) return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start > end ? 'none' : { start, end }
}
