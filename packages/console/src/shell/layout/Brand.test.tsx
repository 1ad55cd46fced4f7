import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { takeSite } from '../session/site.ts'
import { Brand } from './Brand.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it.each([
  [1, true],
  [2, true],
  [0, false],
])('with sideTitle %i the name beside the logo is shown: %s', (sideTitle, isShown) => {
  takeSite({ webName: 'Ours', sideTitle, logoUrl: null, favicon: null } as never)
  render(<Brand hasTitle />)
  expect(screen.queryByText('Ours') !== null).toBe(isShown)
})
