import { expect, it } from 'vitest'
import { shippedTexts } from './index.ts'

it('labels the pager in English as the product spec pins it', () => {
  const { en } = shippedTexts
  expect([en?.['kit.goTo'], en?.['kit.perPage'], en?.['kit.total']]).toEqual([
    'Go to',
    '/page',
    'Total {total}',
  ])
})
