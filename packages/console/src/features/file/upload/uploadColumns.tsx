import type { Upload } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { StatusBadge, Time } from '../../../kit/page/values.tsx'
import { formatBytes, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { DictionaryLabel } from '../../../kit/dictionary/DictionaryLabel.tsx'
import { reasonText } from './reasonText.ts'
import { scanTexts, scanTones, stateTexts, stateTones, typeTexts } from './uploadTexts.ts'

const sizeTexts = {
  '1': 'upload.from.1',
  '10': 'upload.from.10',
  '100': 'upload.from.100',
  '1024': 'upload.from.1024',
} as const

const mostTexts = {
  '1': 'upload.to.1',
  '10': 'upload.to.10',
  '100': 'upload.to.100',
  '1024': 'upload.to.1024',
} as const

export const uploadFilters = {
  type: { label: 'upload.type', options: typeTexts },
  state: { label: 'upload.state', options: stateTexts },
  scan: { label: 'upload.scan', options: scanTexts },
  fromMB: { label: 'upload.fromMB', options: sizeTexts },
  toMB: { label: 'upload.toMB', options: mostTexts },
} as const

export const uploadColumns: Columns<Upload> = [
  {
    key: 'name',
    title: 'upload.name',
    width: 160,
    sortable: true,
    render: ({ name }) => <bdi>{name}</bdi>,
  },
  { key: 'type', title: 'upload.type', width: 110, render: ({ type }) => t(typeTexts[type]) },
  {
    key: 'bytes',
    title: 'upload.size',
    width: 110,
    align: 'end',
    sortable: true,
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'state',
    title: 'upload.state',
    width: 110,
    render: (upload) => <State upload={upload} />,
  },
  { key: 'scan', title: 'upload.scan', width: 120, render: (upload) => <Scan upload={upload} /> },
  { key: 'referenceCount', title: 'upload.references', width: 96, align: 'end', sortable: true },
  { key: 'createdBy', title: 'upload.createdBy' },
  { key: 'orgName', title: 'upload.organization' },
  {
    key: 'createdAt',
    title: 'upload.createdAt',
    holds: 'moment',
    sortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** How much of it has come, and why it was rejected or still waits. */
export function State({ upload }: { readonly upload: Upload }) {
  const { state, receivedBytes, bytes } = upload
  const share = state === 'UPLOADING' ? ` ${formatPercent(receivedBytes / bytes)}` : ''
  return (
    <span title={reasonText(upload) ?? undefined}>
      <DictionaryLabel of="upload.state" value={state} tone={stateTones[state]} more={share} />
    </span>
  )
}

/** What the virus scanner says of it. */
export function Scan({ upload: { scan, signature } }: { readonly upload: Upload }) {
  const state = scan ?? 'NONE'
  return (
    <span title={signature ?? undefined}>
      <StatusBadge tone={scanTones[state]}>{t(scanTexts[state])}</StatusBadge>
    </span>
  )
}
