import { stations } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { listSpec } from '../../../../test/listSpec.tsx'
import { readPlace } from './readPlace.ts'
import { StationList } from './StationList.tsx'

listSpec('stations', { Screen: StationList, page: stations.page })

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
