import arArea from './ar-IQ/area.json' with { type: 'json' }
import arMenu from './ar-IQ/menu.json' with { type: 'json' }
import arServer from './ar-IQ/server.json' with { type: 'json' }
import arSession from './ar-IQ/session.json' with { type: 'json' }
import arShell from './ar-IQ/shell.json' with { type: 'json' }
import enArea from './en/area.json' with { type: 'json' }
import enMenu from './en/menu.json' with { type: 'json' }
import enServer from './en/server.json' with { type: 'json' }
import enSession from './en/session.json' with { type: 'json' }
import enShell from './en/shell.json' with { type: 'json' }

/** English texts, the source of every key. One file per area of the product. */
const en = {
  ...enArea,
  ...enMenu,
  ...enServer,
  ...enSession,
  ...enShell,
}

/** The same in Arabic; the tests see to it that no key is missing. */
const ar = {
  ...arArea,
  ...arMenu,
  ...arServer,
  ...arSession,
  ...arShell,
}

/** A text key; the console imports this type only, the texts come from the server. */
export type TextKey = keyof typeof en

/** Shipped language packs, key → text. */
export const shippedTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en,
  'ar-IQ': ar,
}
