import type { JsonDocument } from '@muster/contract'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../../test/show.tsx'
import { columns } from './jsonColumns.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says of what was withdrawn that it is not in force', () => {
  const state = columns.find(({ key }) => key === 'state')
  // Only what the column asks of a document.
  const published = { state: 'PUBLISHED', status: 1, isChanged: false, revision: 2 } as JsonDocument
  const { container, rerender } = render(<>{state?.render?.(published)}</>)
  expect(container.textContent).toBe('In force, revision 2')
  rerender(<>{state?.render?.({ ...published, status: 0 })}</>)
  expect(container.textContent).toBe('Not in force')
})
