import type { Upload } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/parts/values.tsx'
import { formatBytes, formatPercent } from '../../../platform/format.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { stateTexts, stateTones, typeTexts } from './uploadTexts.ts'

export const uploadFilters = {
  name: 'upload.nameOrHash',
  type: { label: 'upload.type', options: typeTexts },
  state: { label: 'upload.state', options: stateTexts },
  fromMB: 'upload.fromMB',
  toMB: 'upload.toMB',
} as const

export const uploadColumns: Columns<Upload> = [
  { key: 'name', title: 'upload.name', sortable: true, render: ({ name }) => <bdi>{name}</bdi> },
  { key: 'type', title: 'upload.type', width: 110, render: ({ type }) => t(typeTexts[type]) },
  {
    key: 'bytes',
    title: 'upload.size',
    width: 90,
    align: 'end',
    sortable: true,
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'sha256',
    title: 'upload.sha256',
    width: 120,
    render: ({ sha256 }) => <Ltr>{sha256.slice(0, 12)}</Ltr>,
  },
  {
    key: 'state',
    title: 'upload.state',
    width: 130,
    render: (upload) => <State upload={upload} />,
  },
  { key: 'referenceCount', title: 'upload.references', width: 80, align: 'end', sortable: true },
  { key: 'createdBy', title: 'upload.createdBy' },
  { key: 'orgName', title: 'upload.organization' },
  {
    key: 'createdAt',
    title: 'upload.createdAt',
    width: 140,
    sortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** How much of it has come, and why it was rejected. */
export function State({ upload }: { readonly upload: Upload }) {
  const { state, receivedBytes, bytes, reason } = upload
  const share = state === 'UPLOADING' ? ` ${formatPercent(receivedBytes / bytes)}` : ''
  return (
    <span title={reason ? nameText(reason) : undefined}>
      <StatusBadge tone={stateTones[state]}>
        {t(stateTexts[state])}
        {share}
      </StatusBadge>
    </span>
  )
}
