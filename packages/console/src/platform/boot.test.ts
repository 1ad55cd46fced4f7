import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { fillPath, headers, languages, site } from '@muster/contract'
import { expect, it } from 'vitest'

const boot = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8')

it('asks ahead for what main.tsx asks for, under the same addresses', () => {
  expect(boot).toContain(`ask('${site.init.path}')`)
  const pack = fillPath(languages.frontPack.path, { code: 'en' }).replace(/en$/, '')
  expect(boot).toContain(`ask('${pack}' + encodeURIComponent(language))`)
  expect(boot).toContain(`headers: { ${headers.language}: language }`)
})

it('keeps what a window that looks on as somebody else keeps in that window alone', () => {
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
    URLSearchParams,
    encodeURIComponent,
  }
  world['window'] = world
  runInNewContext(boot, world)
  expect(world['localStorage']).toBe(sessionStorage)
  expect(Object.fromEntries(own)).toEqual({ token: 'handed over', language: 'ar-IQ' })
  expect(Object.fromEntries(shared)).toEqual({ token: 'my own', language: 'ar-IQ' })
})
