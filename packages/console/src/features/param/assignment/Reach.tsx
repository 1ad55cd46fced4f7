import type { JsonDocument, Param } from '@muster/contract'
import { Phrase } from '../../../kit/page/Phrase.tsx'
import { formatDateTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DeviceCount } from '../../device/index.ts'
import { placeOf } from './placeOf.ts'

interface ReachProps {
  readonly of: Param | JsonDocument
  readonly count: number
  /** From when on; null: at once. */
  readonly from?: string | null
}

/** For how many terminals it holds when it is put in force; their number opens the list of them. */
export const Reach = ({ of, count, from = null }: ReachProps) => (
  <p>
    <Phrase
      text={t(from === null ? 'param.activateText' : 'param.activateLater')}
      parts={{
        count: <DeviceCount count={count} of={placeOf(of)} />,
        at: from !== null && formatDateTime(from),
      }}
    />
  </p>
)
