import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { showLayout } from '../../../test/showLayout.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('parts its steps by >, leads to the list of a page, and leaves the last step plain', () => {
  showLayout(Breadcrumb, { path: '/wide' })
  const steps = screen.getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual(['Estate', 'Terminals', 'Wide'])
  const links = steps.map((step) => within(step).queryByRole('link')?.getAttribute('href'))
  expect(links).toEqual([undefined, '#/terminals', undefined])
  expect(steps[2]?.ariaCurrent).toBe('page')
  const style = readFileSync(join(import.meta.dirname, 'Breadcrumb.module.css'), 'utf8')
  expect(style).toContain('content: ">" / ""')
})
