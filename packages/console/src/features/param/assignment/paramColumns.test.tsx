import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { assignment } from '../../../../test/assigned.ts'
import { prepareBrowser } from '../../../../test/show.tsx'
import { columns } from './paramColumns.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('cuts the name of a template at its own end: it stands apart from its revision', () => {
  const column = columns.find(({ key }) => key === 'templateName')
  const row = assignment({ templateName: 'Pay settings', templateRevision: 3 })
  const { container } = render(<>{column?.render?.(row)}</>)
  expect(container.querySelector('[dir=auto]')?.textContent).toBe('Pay settings')
  expect(container.querySelector('small')?.textContent).toBe('Revision 3')
})
