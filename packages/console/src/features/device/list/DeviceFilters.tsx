import {
  classifications,
  type Device,
  type Filter,
  functionals,
  groups,
  models,
  organizations,
  readFilter,
  stations,
  vendors,
} from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import type { List } from '../../../kit/list/useList.ts'
import {
  type ChoiceField,
  type FilterField,
  statusFilter,
} from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { alarmKindTexts } from '../../alarm/index.ts'
import { writeTree } from '../filter/listFilter.ts'
import {
  endTexts,
  lifecycleTexts,
  lockTexts,
  offlineTexts,
  presenceTexts,
} from '../facts/deviceTexts.ts'
import { paramStandTexts, securityTexts, standTexts } from '../facts/standTexts.ts'
import { useSerialsFilter } from './useSerialsFilter.tsx'

/** What a keyword is sought in. */
export const searched = ['device.keyword'] as const

const fields = {
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  modelId: { label: 'device.model', of: models },
  presence: { label: 'device.presence', options: presenceTexts },
  lifecycle: { label: 'device.lifecycle', options: lifecycleTexts },
  lock: { label: 'device.lock', options: lockTexts },
  sn: 'device.snPrefix',
  name: 'device.name',
  tid: 'device.tid',
  stationId: { label: 'device.station', of: stations },
  vendorId: { label: 'device.vendor', of: vendors },
  firmware: 'device.firmware',
  agentVersion: 'device.agentVersion',
  offlineHours: { label: 'device.offlineFor', options: offlineTexts },
  overdue: { label: 'device.overdue', options: { '1': 'kit.yes' } },
  alarm: { label: 'alarm.withAlarms', options: { '1': 'kit.yes' } },
  alarmKind: { label: 'device.alarmKind', options: alarmKindTexts },
  security: { label: 'device.security', options: securityTexts },
  paramStand: { label: 'device.paramStand', options: paramStandTexts },
  profileId: { label: 'device.profile', of: functionals },
  profileStand: { label: 'device.profileStand', options: standTexts },
  failing: { label: 'device.failing', options: { '1': 'kit.yes' } },
  fence: { label: 'device.fence', options: { OUT: 'device.fence.OUT', IN: 'device.fence.IN' } },
  warranty: { label: 'device.warranty', options: endTexts },
  support: { label: 'device.support', options: endTexts },
  located: { label: 'device.located', options: { '1': 'kit.yes' } },
  groupId: { label: 'filter.field.groupId', of: groups },
  classificationId: { label: 'filter.field.classificationId', of: classifications },
  tag: 'filter.field.tag',
  status: statusFilter,
} as const

const FilterDrawer = lazyDialog(() =>
  import('../filter/FilterDrawer.tsx').then((file) => file.FilterDrawer),
)
const TreeWords = lazyPart(async () => (await import('../filter/FilterWords.tsx')).TreeWords)

/** Areas are drawn on a map: a list only says that there is one, and lets go of it. */
export const areaFilter = (area: string | undefined): ChoiceField => ({
  label: 'location.area',
  options: area ? { [area]: 'location.areaDrawn' } : {},
})

type Name = keyof typeof fields | 'tree' | 'area' | 'sns'

/**
 * What terminals are filtered by: single facts, an area, serial numbers that are pasted, and a whole
 * filter that is built in a drawer.
 */
export function DeviceFilters({ list }: { readonly list: List<Device, Name> }) {
  const { filter } = list.state
  const drawer = useDialog<Filter>()
  const edit = () => drawer.open(readFilter(filter['tree'] ?? '') ?? undefined)
  const tree: FilterField = { label: 'group.filter.advanced', Value: TreeWords, edit }
  const { sns, dialog: pasting } = useSerialsFilter(list)
  const area = filter['area'] ? { area: areaFilter(filter['area']) } : {}
  return (
    <>
      <Filters list={list} keyword={searched} fields={{ ...fields, ...area, sns, tree }} />
      {pasting}
      <FilterDrawer
        dialog={drawer}
        apply={(next) => list.change({ filter: { ...filter, tree: writeTree(next) } })}
      />
    </>
  )
}
