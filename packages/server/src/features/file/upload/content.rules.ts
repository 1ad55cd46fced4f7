import { pictureOf } from '../image/image.rules.ts'

/** What a file must be by its own bytes, after what its name ends in. */
type Form =
  | 'zip'
  | 'apk'
  | 'xlsx'
  | 'gzip'
  | 'tar'
  | 'squashfs'
  | 'cpio'
  | 'pdf'
  | 'picture'
  | 'gif'
  | 'text'

const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['apk', 'apk'],
  ['xlsx', 'xlsx'],
  ['zip', 'zip'],
  ['jar', 'zip'],
  ['aar', 'zip'],
  ['gz', 'gzip'],
  ['tgz', 'gzip'],
  ['tar', 'tar'],
  ['swu', 'cpio'],
  ['raucb', 'squashfs'],
  ['pdf', 'pdf'],
  ['png', 'picture'],
  ['jpg', 'picture'],
  ['jpeg', 'picture'],
  ['webp', 'picture'],
  ['ico', 'picture'],
  ['gif', 'gif'],
  ...['txt', 'log', 'csv', 'json', 'xml', 'ini'].map((text) => [text, 'text'] as const),
])

/** What a name ends in, in small letters: `App.APK` gives `apk`; nothing where there is no dot. */
export const extensionOf = (name: string): string =>
  /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Bytes of the beginning of a file that {@link isOfForm} looks at; a picture is looked at whole. */
export const headBytes = 4096

/** Whether a file's extension is one of a picture, whose whole content is judged. */
export const isPicture = (extension: string): boolean => forms.get(extension) === 'picture'

/** Entries that an archive of this extension has; null when it is none that is looked into. */
export function entriesOf(extension: string): readonly string[] | null {
  const form = forms.get(extension)
  if (form === 'apk') return ['AndroidManifest.xml']
  if (form === 'xlsx') return ['[Content_Types].xml', 'xl/workbook.xml']
  return form === 'zip' ? [] : null
}

/** Whether it can be proved that a file is what its extension says. */
export const isKnownForm = (extension: string): boolean => forms.has(extension)

/** Whether a file begins as its extension says; what is not known may be anything. */
export function isOfForm(extension: string, head: Buffer): boolean {
  const begins = (hex: string, at = 0) => head.toString('hex', at, at + hex.length / 2) === hex
  switch (forms.get(extension)) {
    case undefined:
      return true
    case 'zip':
      // An empty archive has nothing but its end.
      return begins('504b0304') || begins('504b0506')
    case 'apk':
    case 'xlsx':
      return begins('504b0304')
    case 'gzip':
      return begins('1f8b08')
    case 'tar':
      return head.toString('latin1', 257, 262) === 'ustar'
    case 'squashfs':
      return head.toString('latin1', 0, 4) === 'hsqs'
    case 'cpio':
      return /^07070[12]$/.test(head.toString('latin1', 0, 6))
    case 'pdf':
      return head.toString('latin1', 0, 5) === '%PDF-'
    case 'picture':
      return pictureOf(head)?.kind === (extension === 'jpeg' ? 'jpg' : extension)
    case 'gif':
      return /^GIF8[79]a$/.test(head.toString('latin1', 0, 6))
    case 'text':
      return isText(head)
  }
}

/** Text has no NUL, unless it says at its beginning that its letters are two bytes wide. */
const isText = (head: Buffer): boolean =>
  ['fffe', 'feff'].includes(head.toString('hex', 0, 2)) || !head.includes(0)
