import { areas } from '@muster/contract'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'

lifecycleSpec(areas, {
  make: (n) => ({ name: `Area ${n}`, code: `AREA-${n}`, type: 'zone', parentId: null }),
  text: 'name',
  unique: 'code',
})
