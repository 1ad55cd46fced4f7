import { variables } from '@muster/contract'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'

let rootId = ''
lifecycleSpec(variables, {
  prepare: async (app) => {
    rootId = app.rootId
  },
  make: (n) => ({
    key: `host.${n}`,
    type: 'TEXT',
    level: 'ORG',
    orgId: rootId,
    value: `10.0.0.${n}`,
    remark: `Host ${n}`,
  }),
  text: 'remark',
  unique: 'key',
})
