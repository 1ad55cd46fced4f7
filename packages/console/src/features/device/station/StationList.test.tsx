import { businessHours, type Station, stations } from '@muster/contract'
import { cleanup, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listSpec } from '../../../../test/listSpec.tsx'
import { Provider } from '../../../ui/Provider.tsx'
import { hoursWords } from './hoursWords.ts'
import { readPlace } from './readPlace.ts'
import { columns } from './stationColumns.tsx'
import { StationList } from './StationList.tsx'

listSpec('stations', { Screen: StationList, page: stations.page })

it('says business hours in a line, days with the same hours together', () => {
  const day = { from: '09:00', until: '17:00' }
  const hours = businessHours().parse({
    mon: day,
    tue: day,
    wed: day,
    fri: day,
    sat: { from: '10:00', until: '14:00' },
    holidays: [{ date: '2026-12-25', name: 'Christmas', open: null }],
  })
  expect(hoursWords(hours).replaceAll(/[\u2066-\u2069]/g, '')).toBe(
    'Monday to Wednesday 09:00–17:00, Friday 09:00–17:00, Saturday 10:00–14:00, holidays: 1',
  )
})

describe('a pasted place', () => {
  it.each([
    ['33.3152, 44.3661', { latitude: 33.3152, longitude: 44.3661 }],
    ['٣٣٫٣، ٤٤٫٤', { latitude: 33.3, longitude: 44.4 }],
    ['-90;180', { latitude: -90, longitude: 180 }],
    ['91, 0', null],
    ['33.3152', null],
  ])('%s', (text, place) => {
    expect(readPlace(text)).toEqual(place)
  })
})

it.each([
  [14, 14, '14 of 14'],
  [9, 11, '9 of 11'],
  // Not "13 of 11".
  [13, 11, '13, expected 11'],
])('says of %i terminals where %i are expected: %s', (deviceCount, expectedDevices, text) => {
  const station = { id: 'a', deviceCount, expectedDevices, mismatch: 1 } as Station
  const cell = columns.find(({ key }) => key === 'deviceCount')?.render?.(station)
  const { container } = render(<Provider direction="ltr">{cell}</Provider>)
  expect(container.textContent).toContain(text)
  cleanup()
})
