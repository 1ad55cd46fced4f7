import * as z from 'zod/mini'
import { expect, it } from 'vitest'

/** How many schema objects of zod `work` makes: each gets its `_zod` once. */
async function countMade(work: () => unknown): Promise<number> {
  const define = Object.defineProperty
  let made = 0
  Object.defineProperty = (object, name, descriptor) => {
    if (name === '_zod') made++
    return define(object, name, descriptor)
  }
  try {
    await work()
  } finally {
    Object.defineProperty = define
  }
  return made
}

it('makes no schema while the contract is loaded', async () => {
  // The count itself: a text with one check is two.
  expect(await countMade(() => z.string().check(z.minLength(1)))).toBeGreaterThan(1)
  // Whoever loads the contract uses few of its 20,000: a constant is `once(() => z.object(…))`, and a
  // call takes its schemas as a function.
  expect(await countMade(() => import('../index.ts'))).toBe(0)
})

it('makes those of one call when they are asked for', async () => {
  const { areas, devices } = await import('../index.ts')
  expect(await countMade(() => devices.page.schemas)).toBe(0)
  expect(await countMade(() => areas.add.schemas.body)).toBeGreaterThan(10)
  expect(await countMade(() => areas.add.schemas.body)).toBe(0)
})
