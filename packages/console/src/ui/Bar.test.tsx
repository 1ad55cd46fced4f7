import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Bar } from './Bar.tsx'

afterEach(cleanup)

const drawn = (share: number | null) => {
  render(<Bar label="Sending" share={share} />)
  const bar = screen.getByRole('progressbar', { name: 'Sending' })
  return {
    said: bar.getAttribute('aria-valuenow'),
    width: bar.querySelector('span')?.style.inlineSize,
  }
}

it.each([
  [0.251, '25'],
  [0, '0'],
  [1.2, '100'],
])('is as long as what is done: %s', (share, percent) => {
  expect(drawn(share)).toEqual({ said: percent, width: `${percent}%` })
})

it('says no number while nobody knows it', () => {
  expect(drawn(null)).toEqual({ said: null, width: '' })
})
