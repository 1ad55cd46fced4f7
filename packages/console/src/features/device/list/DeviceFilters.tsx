import { type Device, models, organizations, vendors } from '@muster/contract'
import { useState } from 'react'
import type { List } from '../../../kit/list/useList.ts'
import { Filters } from '../../../kit/parts/Filters.tsx'
import { t } from '../../../kit/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { lifecycleTexts, presenceTexts } from '../facts/deviceTexts.ts'

const first = {
  sn: 'device.snPrefix',
  orgId: { label: 'device.organization', of: organizations },
  modelId: { label: 'device.model', of: models },
  lifecycle: { label: 'device.lifecycle', options: lifecycleTexts },
  presence: { label: 'device.presence', options: presenceTexts },
} as const

const further = {
  tid: 'device.tid',
  name: 'device.name',
  vendorId: { label: 'device.vendor', of: vendors },
} as const

type Names = keyof typeof first | keyof typeof further

/** The filters that are used most; the others on request, or while one of them is in use. */
export function DeviceFilters({ list }: { readonly list: List<Device, Names> }) {
  const [isMore, setMore] = useState(false)
  const isInUse = Object.keys(further).some((name) => list.state.filter[name])
  return (
    <>
      <Filters list={list} fields={isMore || isInUse ? { ...first, ...further } : first} />
      {!isInUse && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isMore}
          onClick={() => setMore(!isMore)}
        >
          {t(isMore ? 'device.fewerFilters' : 'device.moreFilters')}
        </Button>
      )}
    </>
  )
}
