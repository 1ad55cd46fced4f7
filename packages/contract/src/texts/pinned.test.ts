import { expect, it } from 'vitest'
import { shippedTexts } from './index.ts'

const packs = Object.entries(shippedTexts)

it.each(packs)('labels the pager in English in %s, as the product spec pins it', (_, texts) => {
  const labels = [texts['kit.goTo'], texts['kit.perPage'], texts['kit.total']]
  expect(labels).toEqual(['Go to', '/page', 'Total {total}'])
})

it.each(packs)(
  'labels the date picker in English in %s, as the product spec pins it',
  (_, texts) => {
    const words = Object.entries(texts).filter(([key]) => key.startsWith('kit.dates.'))
    expect(Object.fromEntries(words)).toEqual({
      'kit.dates.chooseMonth': 'Choose a month',
      'kit.dates.chooseYear': 'Choose a year',
      'kit.dates.clear': 'Clear',
      'kit.dates.nextDecade': 'Next decade',
      'kit.dates.nextMonth': 'Next month',
      'kit.dates.nextYear': 'Next year',
      'kit.dates.previousDecade': 'Previous decade',
      'kit.dates.previousMonth': 'Previous month',
      'kit.dates.previousYear': 'Previous year',
    })
  },
)

it.each(packs)('says in %s that full screen failed as the product spec pins it', (_, texts) => {
  expect(texts['frame.fullScreen.failed']).toBe('开启全屏失败')
})
