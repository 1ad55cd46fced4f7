import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Callout } from '../../ui/form/Callout.tsx'
import { focusFault } from './focusField.ts'

afterEach(cleanup)

const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))

it('gives the first field with a fault the focus', async () => {
  const { container } = render(
    <form>
      <input aria-label="name" />
      <input aria-label="code" aria-invalid="true" />
    </form>,
  )
  focusFault(container)
  await drawn()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('code')
})

it('leaves callouts alone, which find fault with nothing', async () => {
  const { container } = render(
    <form>
      <Callout title="What the file says">Version 2</Callout>
      <input aria-label="notes" aria-invalid="true" />
    </form>,
  )
  focusFault(container)
  await drawn()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('notes')
})

it('brings what is said of several fields together into sight', async () => {
  const scrolled = vi.fn<Element['scrollIntoView']>()
  const { container } = render(
    <form>
      <input aria-label="name" />
      <p
        role="alert"
        ref={(line) => {
          if (line) line.scrollIntoView = scrolled
        }}
      >
        Hours need a time zone.
      </p>
    </form>,
  )
  focusFault(container)
  await drawn()
  expect(scrolled).toHaveBeenCalledOnce()
})
