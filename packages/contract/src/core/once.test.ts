import { expect, it, vi } from 'vitest'
import { lazy, once } from './once.ts'

it('does it when it is first asked for, and never again', () => {
  const work = vi.fn<() => undefined>()
  const ask = once(work)
  expect(work).not.toHaveBeenCalled()
  ask()
  ask()
  expect(work).toHaveBeenCalledOnce()
})

it('makes a member when it is read, and lists it before', () => {
  const body = vi.fn<() => number>(() => 1)
  const made = lazy({ body, reply: () => 'text' })
  expect(Object.keys(made)).toEqual(['body', 'reply'])
  expect(made.reply).toBe('text')
  expect(body).not.toHaveBeenCalled()
  expect({ ...made }).toEqual({ body: 1, reply: 'text' })
})
