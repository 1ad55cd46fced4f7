import { stations } from '@muster/contract'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { addArea, stationBody } from '../../../../test/stationBody.ts'

const place = { orgId: '', areaId: '' }

lifecycleSpec(stations, {
  prepare: async (app) => {
    place.areaId = await addArea(app)
    place.orgId = app.rootId
  },
  make: (n) => stationBody(n, place),
  text: 'name',
  unique: 'code',
})
