import { type VendorDocument, vendorDocuments } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Day, Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

export const kindTexts = {
  DATASHEET: 'document.kind.DATASHEET',
  MANUAL: 'document.kind.MANUAL',
  CONTRACT: 'document.kind.CONTRACT',
  WARRANTY: 'document.kind.WARRANTY',
  SECURITY: 'document.kind.SECURITY',
  OTHER: 'document.kind.OTHER',
} as const
const stateTexts = {
  VALID: 'document.state.VALID',
  ENDING: 'document.state.ENDING',
  ENDED: 'document.state.ENDED',
} as const
const stateTones = { VALID: 'good', ENDING: 'waiting', ENDED: 'bad' } as const

export const columns: Columns<VendorDocument> = [
  { key: 'name', title: 'document.name', sortable: true, width: 220 },
  { key: 'kind', title: 'document.kind', sortable: true, width: 120, words: kindTexts },
  {
    key: 'docVersion',
    title: 'document.docVersion',
    width: 110,
    render: ({ docVersion }) => <Ltr>{docVersion}</Ltr>,
  },
  {
    key: 'fileName',
    title: 'document.file',
    render: ({ fileName }) => <Ltr>{fileName}</Ltr>,
  },
  {
    key: 'bytes',
    title: 'document.bytes',
    sortable: true,
    width: 90,
    align: 'end',
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'validFrom',
    title: 'document.validFrom',
    holds: 'day',
    sortable: true,
    render: ({ validFrom }) => <Day on={validFrom} />,
  },
  {
    key: 'expiresOn',
    title: 'document.expiresOn',
    holds: 'day',
    sortable: true,
    render: ({ expiresOn }) => <Day on={expiresOn} />,
  },
  {
    key: 'state',
    title: 'document.state',
    width: 120,
    words: stateTexts,
    render: ({ state }) => (
      <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
    ),
  },
  statusColumn(vendorDocuments),
]
