import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { fillPath, languages, session, site, userTheme } from '@muster/contract'
import { expect, it } from 'vitest'
import { makeBoot } from '../../vite.boot.ts'

const consoleFolder = join(import.meta.dirname, '../..')
const boot = readFileSync(join(consoleFolder, 'src/boot.ts'), 'utf8')

it('asks ahead for what every start asks for, under the same addresses', () => {
  expect(boot).toContain(`'${site.init.path}'`)
  const pack = fillPath(languages.frontPack.path, { code: 'en' }).replace(/en$/, '')
  expect(boot).toContain(`\`${pack}\${encodeURIComponent(language)}\``)
  for (const { path } of [session.info, session.menu, userTheme.get])
    expect(boot).toContain(`'${path}'`)
})

it('keeps what a window that looks on as somebody else keeps in that window alone', async () => {
  const shared = new Map([
    ['token', 'my own'],
    ['token:look', 'handed over'],
    ['language', 'ar-IQ'],
  ])
  const own = new Map([['tabs:layla', 'hers']])
  const storage = (kept: Map<string, string>) => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    clear: () => kept.clear(),
  })
  const sessionStorage = storage(own)
  // A browser's names of global things, as this script sees them.
  const world: Record<string, unknown> = {
    localStorage: storage(shared),
    sessionStorage,
    location: { search: '?as=look' },
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
  }
  world['window'] = world
  runInNewContext(await makeBoot(consoleFolder, []), world)
  expect(world['localStorage']).toBe(sessionStorage)
  expect(Object.fromEntries(own)).toEqual({ token: 'handed over', language: 'ar-IQ' })
  expect(Object.fromEntries(shared)).toEqual({ token: 'my own', language: 'ar-IQ' })
}, 30_000)
