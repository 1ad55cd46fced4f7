import arServer from './ar-IQ/server.json' with { type: 'json' }
import enServer from './en/server.json' with { type: 'json' }

/** English texts, the source of every key. One file per area of the product. */
const en = { ...enServer }

/** A text key; the console imports this type only, the texts come from the server. */
export type TextKey = keyof typeof en

/** Shipped language packs, key → text. */
export const shippedTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  'ar-IQ': { ...arServer },
}
