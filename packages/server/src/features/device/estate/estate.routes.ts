import { codes, devices, devicesPath, mayMove, serialsIn } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { parameter } from '../../system/parameter/index.ts'
import { lifecycleOf } from '../lifecycle.rules.ts'
import { noteMoves } from '../life/life.queries.ts'
import { countEstate } from './count.queries.ts'
import { activateDevice, beatOf, factsOf, releaseDevices } from './device.queries.ts'
import { estateBin } from './estateBin.ts'
import { pageAlive, pageInBin } from './estatePage.ts'
import { unknownOf } from './bySerial.queries.ts'

type Estate = Omit<
  typeof devices,
  | 'command'
  | 'supports'
  | 'capabilities'
  | 'rebootMany'
  | 'syncMany'
  | 'locateMany'
  | 'messageMany'
  | 'commandMany'
  | 'shellCommands'
  | 'tasks'
  | 'snapshots'
  | 'configuration'
  | 'locations'
  | 'connectivity'
>

const life = lifecycle(devices, estateBin, {
  search: ['sn', 'name', 'tid'],
  order: ['sn'],
  computed: ['attributes'],
})

/** The estate: its lists, its records and the moves that people make with them. */
export const estateHandlers: Handlers<Estate> = {
  ...life,
  detail: async (asked, ctx) => {
    const device = await life.detail(asked, ctx)
    const warrantyWarningDays = await parameter(ctx.db, 'warranty.alarm.days')
    return { ...device, ...(await beatOf(ctx, device.id)), warrantyWarningDays }
  },
  page: ({ query }, ctx) => pageAlive(ctx, query),
  recyclePage: ({ query }, ctx) => pageInBin(ctx, query),
  unknown: async ({ query }, ctx) => ({ sns: await unknownOf(ctx, serialsIn(query.sns) ?? []) }),
  count: ({ query }, ctx) => countEstate(ctx, query),
  activate: async ({ params: { id } }, ctx) => {
    const { orgId, sn, lifecycle } = await factsOf(ctx, id)
    if (!mayMove(lifecycleOf(lifecycle), 'ACTIVATE') || !(await activateDevice(ctx, id)))
      throw new Refusal(codes.wrongState, 'device.notActivatable')
    const move = { event: 'ACTIVATE', from: lifecycle, to: 'ACTIVE', reason: null } as const
    await noteMoves(ctx, [{ deviceId: id, ...move }])
    ctx.changed(devicesPath, [id], [orgId])
    ctx.note({ targetIds: [id], about: { sn }, after: { lifecycle: 'ACTIVE' } })
    return { count: 1 }
  },
  release: async ({ params: { id } }, ctx) => {
    const [released] = await release(ctx, [id])
    if (!released) throw notFound()
    const { releasedUntil } = released
    ctx.note({ after: { releasedUntil } })
    return { releasedUntil }
  },
  releaseMany: async ({ body: { ids } }, ctx) => ({ count: (await release(ctx, ids)).length }),
}

async function release(ctx: Context, ids: readonly string[]) {
  const released = await releaseDevices(ctx, ids)
  tellOwners(ctx, devicesPath, released)
  return released
}
