import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { fillPath, languages, session, site, userTheme } from '@muster/contract'
import { expect, it } from 'vitest'
import { makeBoot } from '../../vite.boot.ts'

const consoleFolder = join(import.meta.dirname, '../..')

const storage = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
  clear: () => kept.clear(),
})

/** A browser's names of global things, as the script sees them. */
function browser(more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const world: Record<string, unknown> = {
    location: { search: '', hash: '' },
    document: {
      documentElement: { setAttribute: () => undefined },
      head: { append: () => undefined },
      createElement: () => ({}),
    },
    matchMedia: () => ({ matches: false }),
    fetch: () => Promise.resolve(),
    indexedDB: { open: () => ({}) },
    URLSearchParams,
    encodeURIComponent,
    ...more,
  }
  return world
}

it('asks ahead for what every start asks for, under the same addresses', async () => {
  const script = await makeBoot(consoleFolder, [])
  const ahead = (kept: [string, string][]) => {
    const asked = {}
    const localStorage = storage(new Map(kept))
    runInNewContext(script, browser({ localStorage, musterAsked: asked }))
    return Object.keys(asked)
  }
  const everybody = [site.init.path, fillPath(languages.startPack.path, { code: 'ar-IQ' })]
  const signedIn = [session.info.path, session.menu.path, userTheme.get.path]
  expect(ahead([['language', 'ar-IQ']])).toEqual(everybody)
  const insider: [string, string][] = [
    ['language', 'ar-IQ'],
    ['token', 'mine'],
  ]
  expect(ahead(insider)).toEqual([...everybody, ...signedIn])
})

it('turns the page as the language that was chosen has it', async () => {
  const script = await makeBoot(consoleFolder, [])
  const directionIn = (kept: [string, string][]) => {
    const root = { setAttribute: () => undefined, dir: '' }
    const document = { documentElement: root }
    runInNewContext(script, browser({ localStorage: storage(new Map(kept)), document }))
    return root.dir
  }
  expect(directionIn([])).toBe('ltr')
  expect(directionIn([['language', 'ar-IQ']])).toBe('rtl')
  const chosen = (language: string, direction: string) =>
    directionIn([
      ['language', language],
      ['direction', direction],
    ])
  expect(chosen('ckb', 'ckb rtl')).toBe('rtl')
  expect(chosen('ar-IQ', 'ar-IQ ltr')).toBe('ltr')
  expect(chosen('en', 'ckb rtl')).toBe('ltr')
})

it('keeps what a window that looks on as somebody else keeps in that window alone', async () => {
  const shared = new Map([
    ['token', 'my own'],
    ['token:look', 'handed over'],
    ['language', 'ar-IQ'],
  ])
  const own = new Map([['tabs:layla', 'hers']])
  const world = browser({
    localStorage: storage(shared),
    sessionStorage: storage(own),
    location: { search: '?as=look' },
  })
  runInNewContext(await makeBoot(consoleFolder, []), world)
  expect(Object.fromEntries(own)).toEqual({ token: 'handed over', language: 'ar-IQ' })
  expect(Object.fromEntries(shared)).toEqual({ token: 'my own', language: 'ar-IQ' })
})
