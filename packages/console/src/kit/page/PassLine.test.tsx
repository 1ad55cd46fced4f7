import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../test/show.tsx'
import { PassLine } from './PassLine.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says whether something lets through, and when what holds back opens', () => {
  show(
    <ul>
      <PassLine passes>Model</PassLine>
      <PassLine passes={false} until="2026-05-01T09:00:00.000Z">
        Hours
      </PassLine>
    </ul>,
  )
  const [model, hours] = screen.getAllByRole('listitem')
  expect(model?.textContent).toBe('ModelPasses')
  expect(hours?.textContent).toMatch(/^Hours until .*Holds back$/)
  expect(hours?.querySelector('time')?.dateTime).toBe('2026-05-01T09:00:00.000Z')
})
