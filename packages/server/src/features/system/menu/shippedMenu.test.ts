import { expect, it } from 'vitest'
import { shippedMenu } from './shippedMenu.ts'

it.each(shippedMenu)('tells the pages of $name apart by their icons', ({ pages }) => {
  const icons = pages.filter(({ hidden }) => hidden !== true).map(({ icon }) => icon)
  expect(icons).toEqual([...new Set(icons)])
})
