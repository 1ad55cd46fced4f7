import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StackedBar } from './StackedBar.tsx'

afterEach(cleanup)

it('says all of its parts, and is no picture before it has any', () => {
  const part = (key: string, value: number) => ({
    key,
    label: key,
    value,
    title: `${key}: ${value}`,
    rank: 0 as const,
  })
  const { rerender } = render(<StackedBar parts={[]} />)
  expect(screen.queryByRole('img')).toBeNull()
  rerender(<StackedBar parts={[part('4.2', 60), part('4.1', 40)]} />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('4.2: 60\n4.1: 40')
})
