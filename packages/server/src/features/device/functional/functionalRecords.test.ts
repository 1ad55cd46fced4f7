import { functionals } from '@muster/contract'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

const terminals: string[] = []

lifecycleSpec(functionals, {
  prepare: async (app) => {
    const model = await addEstate(app)
    const of = { orgId: app.rootId, prefix: 'LIFE-', count: 400 }
    terminals.push(...(await addDevices(app, model, of)))
  },
  make: (n) => ({
    name: `Profile ${n}`,
    level: 'DEVICE',
    deviceId: terminals.pop() ?? '',
    remark: `Of terminal ${n}`,
    heartbeatSeconds: 60,
  }),
  text: 'remark',
  unique: 'name',
})
