/** What an answer says: its code, its message for people, and its data. */
export interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

/** A file that came in place of an answer. */
export interface ReceivedFile {
  readonly name: string
  readonly content: Blob
}

/**
 * The code of the body counts, else the HTTP status (product spec, section 8). Success that is no
 * JSON is no answer of the server: something on the way has spoken in its place.
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const body = parsed(text)
  if (body === undefined && response.ok && text !== '') throw new TypeError('not an answer')
  return answerOf(body, response.status)
}

/** The answer of a download: a file, or what the server says in its place. */
export async function readFile(response: Response): Promise<Answer> {
  const disposition = response.headers.get('content-disposition') ?? ''
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const isFile = response.ok && (!isJson || /^\s*attachment/i.test(disposition))
  if (!isFile) return readAnswer(response)
  const file: ReceivedFile = { name: fileNameOf(disposition), content: await response.blob() }
  return { code: response.status, msg: '', data: file }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function answerOf(body: unknown, status: number): Answer {
  const envelope: object = typeof body === 'object' && body !== null ? body : {}
  const code = 'code' in envelope ? Number(envelope.code) : status
  const msg = 'msg' in envelope && typeof envelope.msg === 'string' ? envelope.msg : ''
  return { code, msg, data: 'data' in envelope ? envelope.data : undefined }
}

const unnamed = 'excel.xlsx'

/**
 * The file name of a content-disposition header: the encoded `filename*` (RFC 5987) before the
 * plain one. Only a name is taken, never a path.
 */
export function fileNameOf(disposition: string): string {
  const [, charset = '', encoded = ''] =
    /filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  const [, quoted, bare] =
    /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? ''
  const name = unescaped(encoded, charset) || unescaped(plain) || plain
  return (
    name
      .replace(/^.*[\\/]/, '')
      .replace(/[\p{Cc}<>:"|?*]/gu, '_')
      .trim() || unnamed
  )
}

/** Percent escapes as text; empty where they are none of this charset. */
function unescaped(text: string, charset = 'utf-8'): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  if (charset.toLowerCase() === 'iso-8859-1') return bytes
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Hands a file to the browser, to be saved under its name. */
export function saveFile({ name, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Has the browser save what an address answers as an attachment. */
export function saveFrom(address: string): void {
  Object.assign(document.createElement('a'), { href: address, download: '' }).click()
}
