import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../../test/show.tsx'
import { Signal } from './Signal.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says how well a terminal hears its network', () => {
  show(<Signal networkType="WIFI" signalPercent={60} />)
  expect(screen.getByTitle(/60/)).toHaveProperty('textContent', expect.stringContaining('Wi-Fi'))
})

it('gives a cable no strength, whatever the terminal reports', () => {
  show(<Signal networkType="ETHERNET" signalPercent={60} />)
  expect(screen.getByText('Ethernet')).toBeTruthy()
  expect(screen.queryByTitle(/60/)).toBeNull()
})
