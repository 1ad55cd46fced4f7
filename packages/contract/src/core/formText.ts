import type { TextKey } from '../texts/index.ts'

/** The words for the form that a text must have; null: there are none for it. */
export const formText = (format: string | undefined, pattern?: string): TextKey | null =>
  formatTexts[format ?? ''] ?? patternTexts[pattern ?? ''] ?? null

/** A rule of our own says what is wrong by the key of a text. */
export const isTextKey = (message: string): message is TextKey =>
  /^[a-z]+\.[A-Za-z]+$/.test(message)

const formatTexts: Readonly<Record<string, TextKey>> = {
  email: 'kit.invalid.email',
}

/** By the pattern as an issue of zod writes it. */
const patternTexts: Readonly<Record<string, TextKey>> = {
  '/^(?:[1-9]...|.[1-9]..|..[1-9].|...[1-9])-/': 'rule.format',
  "/^[\\p{L}\\p{M}\\p{N} _\\-.()&/'’]+$/u": 'kit.invalid.name',
  "/^[\\p{L}\\p{M}\\p{N} _\\-.()&/'’,،]+$/u": 'kit.invalid.title',
  '/^[A-Za-z0-9_.-]+$/': 'kit.invalid.code',
  '/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/': 'kit.invalid.upperSnake',
  '/^[A-Za-z0-9_.@-]+$/': 'kit.invalid.userName',
  '/^[A-Z0-9-]+$/': 'kit.invalid.serial',
  '/^[0-9+() -]*$/': 'kit.invalid.phone',
  '/^https?:\\/\\/\\S+$/': 'kit.invalid.address',
  '/^https:\\/\\/\\S+$/': 'kit.invalid.httpsAddress',
  '/^-----BEGIN [\\s\\S]+-----$/': 'kit.invalid.pem',
  '/^[\\x21-\\x7e]*$/': 'kit.invalid.secret',
  '/^[A-Z]{2}$/': 'kit.invalid.country',
  '/^[A-Z]{3}$/': 'kit.invalid.currency',
  '/^[A-Z]{2}[A-Z]$/': 'kit.invalid.country3',
  '/^\\+?[0-9-]{1,8}$/': 'kit.invalid.phoneCode',
  '/^[0-9]{2,5}x[0-9]{2,5}$/': 'kit.invalid.screen',
  '/^[A-Za-z0-9]{8,16}$/': 'kit.invalid.tid',
  '/^[A-Za-z0-9]{1,15}$/': 'kit.invalid.mid',
  '/^[0-9]{15}$/': 'kit.invalid.imei',
  '/^[0-9]{18,22}$/': 'kit.invalid.iccid',
  '/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/': 'kit.invalid.mac',
  '/^[0-9]{4}$/': 'kit.invalid.mcc',
  '/^[0-9a-f]{64}\\.(?:png|jpg|webp|ico)$/': 'kit.invalid.image',
  '/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/':
    'kit.invalid.domain',
  '/^(?:0|[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]|[A-Za-z][A-Za-z0-9._-]{0,14})$/':
    'kit.invalid.keySlot',
}
