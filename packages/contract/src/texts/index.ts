import * as arabic from './ar-IQ/index.ts'
import * as english from './en/index.ts'

type English = typeof english

/** A text key; the console imports this type only, the texts come from the server. */
export type TextKey = { [Area in keyof English]: keyof English[Area] }[keyof English]

type Texts = Readonly<Record<string, string>>

const joined = (areas: Readonly<Record<string, Texts>>): Texts =>
  Object.fromEntries(Object.values(areas).flatMap((texts) => Object.entries(texts)))

/** Shipped language packs, key → text. */
export const shippedTexts: Readonly<Record<string, Texts>> = {
  en: joined(english),
  'ar-IQ': joined(arabic),
}
