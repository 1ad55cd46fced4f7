import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedTexts } from '@muster/contract/texts'
import { describe, expect, it } from 'vitest'

const packages = fileURLToPath(new URL('../..', import.meta.url))
const en = shippedTexts['en'] ?? {}
const placesOf = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => a.localeCompare(b))

const plural = /_(zero|one|two|few|many|other)$/
/** Keys with the plural form taken off: languages have different ones. */
const plainKeys = (texts: object) =>
  [...new Set(Object.keys(texts).map((key) => key.replace(plural, '')))].sort()

/** All sources of the product in one text. */
function sources(): string {
  return ['contract', 'server', 'console']
    .flatMap((name) =>
      readdirSync(join(packages, name, 'src'), { recursive: true, withFileTypes: true }),
    )
    .filter(
      (entry) =>
        entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('/texts'),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

describe('the shipped texts', () => {
  for (const [language, texts] of Object.entries(shippedTexts)) {
    it(`are complete in ${language}`, () => {
      expect(plainKeys(texts)).toEqual(plainKeys(en))
    })

    it(`keep the places of the English text in ${language}`, () => {
      const singular = Object.keys(texts).filter((key) => !plural.test(key))
      const differing = singular.filter(
        (key) => String(placesOf(texts[key] ?? '')) !== String(placesOf(en[key] ?? '')),
      )
      expect(differing).toEqual([])
    })
  }

  it('stand in one file each', () => {
    const folder = join(packages, 'contract/src/texts/en')
    const keys = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) =>
        Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object),
      )
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
  })

  it('have every plural form of their language', () => {
    for (const [language, texts] of Object.entries(shippedTexts)) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const keys = Object.keys(texts).filter((key) => plural.test(key))
      const missing = plainKeys(Object.fromEntries(keys.map((key) => [key, '']))).flatMap((key) =>
        // The key itself stands for "other" where it is there.
        forms.filter((form) => !(`${key}_${form}` in texts) && !(form === 'other' && key in texts)),
      )
      expect(missing).toEqual([])
    }
  })

  it('are in Arabic where they claim to be', () => {
    const latin = Object.entries(shippedTexts['ar-IQ'] ?? {}).filter(
      ([, text]) =>
        !/\p{Script=Arabic}/u.test(text) && /\p{L}{3}/u.test(text.replace(/\{\w+\}/g, '')),
    )
    // What has the same name in every language.
    const names = [
      'Android',
      'Linux',
      'RTOS',
      'IMEI',
      'ISO',
      'PSP',
      'SIM',
      'MAC',
      'TID',
      'MID',
      'APN',
      'SSID',
      'JSON',
      'KCV',
      'KSI',
      // What the product spec pins, whatever the language.
      '开启全屏失败',
      '/page',
      'Total {total}',
      // How a version and a revision are typed.
      'com.bank.pay=3.2.1',
      'POS-STD=3',
    ]
    // The spec words the pickers of days in English in every language.
    const isPinned = (key: string) => key.startsWith('kit.dates.')
    expect(latin.filter(([key, text]) => !names.includes(text) && !isPinned(key))).toEqual([])
  })

  it('are written in Arabic digits, but for what is typed or named in ASCII ones', () => {
    const technical =
      /com\.bank\.pay=[\d.]+|POS-STD=\d|ISO \d+|TR-34|PCI DSS [\d.]+|42:0f3a|\d+x\d+|10\.0\.0\.0\/8|\+964|SHA-256|MD5|UTF-\d+|Windows-\d+|MQTT [\d.]+|P-256|GCJ-02|Ed25519|Base64|MCowBQYDK2VwAyEA|ZIP64|v[12]|(?:11-26 )?10:02/g
    const ascii = Object.entries(shippedTexts['ar-IQ'] ?? {}).filter(([, text]) =>
      /\d/.test(text.replace(/\{\w+\}/g, '').replace(technical, '')),
    )
    expect(ascii).toEqual([])
  })

  it('are all used', () => {
    const text = sources()
    const made = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix = '']) => prefix)
    // Looked up, not searched for: thousands of keys in megabytes of text.
    const quoted = new Set(text.match(/(?<=['"])[^'"\s]+(?=['"])/g))
    const unused = plainKeys(en).filter(
      (key) => !quoted.has(key) && !made.some((prefix) => key.startsWith(prefix)),
    )
    expect(unused).toEqual([])
  })
})
