import { expect, it, vi } from 'vitest'
import { expectTexts } from '../platform/texts.ts'
import { firstScreen, screen } from './screen.ts'

const load = () => Promise.resolve(() => null)

it('a screen comes with all texts, the start’s own with those that are here first', async () => {
  let answer = (_texts: Record<string, string>): void => undefined
  expectTexts(() => new Promise((resolve) => (answer = resolve)))
  await firstScreen(load).load()
  const come = vi.fn<() => void>()
  const coming = screen(load).load().then(come)
  await new Promise((resolve) => setTimeout(resolve))
  expect(come).not.toHaveBeenCalled()
  answer({})
  await coming
  expect(come).toHaveBeenCalledOnce()
})
