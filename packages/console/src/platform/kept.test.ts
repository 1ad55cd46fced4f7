import { beforeEach, expect, it } from 'vitest'
import { kept, readJson } from './kept.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('reads what was kept, and nothing where nothing was', () => {
  sessionStorage.setItem('recent', '[1]')
  expect(readJson(sessionStorage, 'recent')).toEqual([1])
  expect(readJson(sessionStorage, 'names')).toBeNull()
  expect(kept('theme')).toEqual({})
})

it('forgets what is broken', () => {
  sessionStorage.setItem('recent', '[{')
  localStorage.setItem('theme', 'dark')
  expect(readJson(sessionStorage, 'recent')).toBeNull()
  expect(sessionStorage.getItem('recent')).toBeNull()
  expect(kept('theme')).toEqual({})
})
