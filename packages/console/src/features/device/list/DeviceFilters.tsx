import { type Device, models, organizations, vendors } from '@muster/contract'
import type { List } from '../../../kit/list/useList.ts'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { endTexts, lifecycleTexts, offlineTexts, presenceTexts } from '../facts/deviceTexts.ts'

/** What a keyword is sought in. */
export const searched = ['device.keyword'] as const

const fields = {
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  modelId: { label: 'device.model', of: models },
  presence: { label: 'device.presence', options: presenceTexts },
  lifecycle: { label: 'device.lifecycle', options: lifecycleTexts },
  sn: 'device.snPrefix',
  name: 'device.name',
  tid: 'device.tid',
  vendorId: { label: 'device.vendor', of: vendors },
  firmware: 'device.firmware',
  agentVersion: 'device.agentVersion',
  offlineHours: { label: 'device.offlineFor', options: offlineTexts },
  overdue: { label: 'device.overdue', options: { '1': 'kit.yes' } },
  warranty: { label: 'device.warranty', options: endTexts },
  support: { label: 'device.support', options: endTexts },
  status: statusFilter,
} as const

/** What terminals are filtered by. */
export const DeviceFilters = ({ list }: { readonly list: List<Device, keyof typeof fields> }) => (
  <Filters list={list} keyword={searched} fields={fields} />
)
