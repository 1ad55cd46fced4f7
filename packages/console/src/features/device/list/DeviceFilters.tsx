import { type Device, models, organizations, vendors } from '@muster/contract'
import type { List } from '../../../kit/list/useList.ts'
import { Filters } from '../../../kit/parts/Filters.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { endTexts, lifecycleTexts, offlineTexts, presenceTexts } from '../facts/deviceTexts.ts'
import classes from './list.module.css'

const first = {
  sn: 'device.snPrefix',
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  modelId: { label: 'device.model', of: models },
  presence: { label: 'device.presence', options: presenceTexts },
} as const

const further = {
  lifecycle: { label: 'device.lifecycle', options: lifecycleTexts },
  status: { label: 'kit.status', options: { '1': 'kit.enabled', '0': 'kit.disabled' } },
  tid: 'device.tid',
  name: 'device.name',
  vendorId: { label: 'device.vendor', of: vendors },
  offlineHours: { label: 'device.offlineFor', options: offlineTexts },
  overdue: { label: 'device.overdue', options: { '1': 'kit.yes' } },
  warranty: { label: 'device.warranty', options: endTexts },
  support: { label: 'device.support', options: endTexts },
  firmware: 'device.firmware',
  agentVersion: 'device.agentVersion',
} as const

/** Further filters that nothing else on the screen shows when they are in use. */
const hidden = [
  'tid',
  'name',
  'vendorId',
  'offlineHours',
  'overdue',
  'warranty',
  'support',
  'status',
  'firmware',
  'agentVersion',
] as const

/** What a keyword is sought in. */
export const searched = ['device.keyword'] as const

type Names = keyof typeof first | keyof typeof further
type Devices = List<Device, Names>

interface DeviceFiltersProps {
  readonly list: Devices
  readonly isMore: boolean
}

/** The filters that are used most; the others on request, or while one of them is in use. */
export function DeviceFilters({ list, isMore }: DeviceFiltersProps) {
  return (
    <Filters
      list={list}
      keyword={searched}
      fields={isMore || isInUse(list) ? { ...first, ...further } : first}
    />
  )
}

interface MoreFiltersProps extends DeviceFiltersProps {
  readonly setMore: (isMore: boolean) => void
}

/** Shows and hides the further filters. */
export function MoreFilters({ list, isMore, setMore }: MoreFiltersProps) {
  if (isInUse(list)) return null
  return (
    <Button
      className={classes.more}
      variant="subtle"
      size="compact-sm"
      aria-expanded={isMore}
      onClick={() => setMore(!isMore)}
    >
      {t(isMore ? 'device.fewerFilters' : 'device.moreFilters')}
    </Button>
  )
}

const isInUse = ({ state }: Devices): boolean => hidden.some((name) => state.filter[name])
