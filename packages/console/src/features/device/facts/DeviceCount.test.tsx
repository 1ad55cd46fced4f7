import { devices } from '@muster/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, signInAs } from '../../../../test/show.tsx'
import { DeviceCount } from './DeviceCount.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const stationId = '00000000-0000-7000-8000-000000000001'

it('leads who may see the list of terminals to those that are counted', () => {
  signInAs([devices.page.permission])
  render(<DeviceCount count={1200} of={{ stationId }} />)
  const link = screen.getByRole('link', { name: '1,200' })
  expect(link.getAttribute('href')).toBe(`#/device/list?stationId=${stationId}`)
})

it.each([
  ['nobody else', [], 3],
  ['nobody to none', [devices.page.permission], 0],
] as const)('leads %s', (_, permissions, count) => {
  signInAs([...permissions])
  const { container } = render(<DeviceCount count={count} of={{ stationId }} />)
  expect(container.textContent).toBe(String(count))
  expect(screen.queryByRole('link')).toBeNull()
})
