import { devices } from '@muster/contract'
import type { ReactNode } from 'react'
import { useCan } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './facts.module.css'

interface DeviceCountProps {
  readonly count: number
  /** What the list of terminals is filtered by to show these. */
  readonly of: Readonly<Record<string, string>>
  /** Where more than their number is said. */
  readonly children?: ReactNode
}

/** How many terminals there are of something; it leads to them who may see their list. */
export function DeviceCount({ count, of, children = formatNumber(count) }: DeviceCountProps) {
  const isAllowed = useCan(devices.page.permission)
  if (count === 0 || !isAllowed) return children
  return (
    <a
      className={classes.count}
      href={`#${addressText({ path: '/device/list', query: of })}`}
      title={t('functional.showDevices')}
    >
      {children}
    </a>
  )
}
