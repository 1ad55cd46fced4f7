import { locations } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { LocationPanel } from './LocationPanel.tsx'

const opened = vi.hoisted(() => ({ open: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../../kit/map/mapLibre.ts', () => ({ openMap: opened.open }))

const before = {
  at: '2026-04-01T00:00:00.000Z',
  latitude: 33.3,
  longitude: 44.3,
  accuracy: 12,
  source: 'GPS',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') })
  prepareBrowser()
  signInAs('all')
  opened.open.mockResolvedValue(fakeMap().handle)
  const server = answerCalls()
  server.reply(locations.style, () => ({ url: null }))
  server.reply(locations.detail, () => null)
  server.reply(locations.track, () => ({
    before,
    places: [],
    fence: null,
  }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('knows the next day, where it stays open until then', async () => {
  show(<LocationPanel deviceId="01900000-0000-7000-8000-000000000001" sn="TEST-0001" map="world" />)
  const after = () => screen.findByRole<HTMLButtonElement>('button', { name: 'The day after' })
  const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Moment of the day' })
  await slider()
  expect((await after()).disabled).toBe(true)
  vi.setSystemTime(new Date('2026-05-02T12:00:00Z'))
  await userEvent.click(screen.getByRole('button', { name: 'The day before' }))
  await userEvent.click(await after())
  await waitFor(async () => expect((await after()).disabled).toBe(false))
  await userEvent.click(await after())
  const { min, max } = await slider()
  expect(Number(max) - Number(min)).toBeGreaterThan(3_600_000)
  expect((await after()).disabled).toBe(true)
})
