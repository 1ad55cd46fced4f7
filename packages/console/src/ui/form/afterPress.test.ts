import { expect, it } from 'vitest'
import { afterPress } from './afterPress.ts'

const press = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }))
const soon = () => new Promise((resolve) => setTimeout(resolve))

it('runs at once while nothing is pressed', () => {
  const runs: string[] = []
  afterPress(() => runs.push('now'))
  expect(runs).toEqual(['now'])
})

it.each(['pointerup', 'pointercancel'])(
  'waits for the click, which %s comes before',
  async (end) => {
    const runs: string[] = []
    document.body.addEventListener('click', () => runs.push('click'), { once: true })
    press('pointerdown')
    afterPress(() => runs.push('after'))
    await soon()
    expect(runs).toEqual([])
    press(end)
    press('click')
    await soon()
    press('pointerup')
    await soon()
    expect(runs).toEqual(['click', 'after'])
  },
)
