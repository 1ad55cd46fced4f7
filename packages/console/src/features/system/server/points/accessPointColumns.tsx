import { accessPoints, type AccessPoint, type TextKey } from '@muster/contract'
import type { Columns } from '../../../../kit/list/columns.tsx'
import { statusColumn } from '../../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time } from '../../../../kit/page/values.tsx'
import { nameText, t } from '../../../../platform/texts.ts'

export const kindTexts: Readonly<Record<AccessPoint['kind'], TextKey>> = {
  MQTT: 'platform.kind.MQTT',
  HTTPS: 'platform.kind.HTTPS',
  DOWNLOAD: 'platform.kind.DOWNLOAD',
  REMOTE: 'platform.kind.REMOTE',
}

export const columns: Columns<AccessPoint> = [
  { key: 'name', title: 'platform.point.name', sortable: true, width: 130 },
  {
    key: 'kind',
    title: 'platform.point.kind',
    sortable: true,
    width: 150,
    words: kindTexts,
  },
  {
    key: 'url',
    title: 'platform.point.url',
    sortable: true,
    width: 250,
    render: ({ url }) => (
      <span title={url}>
        <Ltr>{url}</Ltr>
      </span>
    ),
  },
  statusColumn(accessPoints),
  {
    key: 'orgName',
    title: 'platform.point.organization',
    width: 150,
    words: { '': 'platform.everywhere' },
  },
  { key: 'region', title: 'platform.point.region', sortable: true, width: 110 },
  { key: 'weight', title: 'platform.point.weight', sortable: true, width: 100, align: 'end' },
  {
    key: 'certificateUntil',
    title: 'platform.point.certificate',
    sortable: true,
    width: 190,
    render: (point) => <Certificate point={point} />,
  },
]

const encrypted = /^(https|wss|mqtts):/i

/** How long a certificate is good, or what is wrong with it. */
function Certificate({ point }: { readonly point: AccessPoint }) {
  const { url, certificateUntil, certificateCheckedAt, certificateProblem } = point
  if (!encrypted.test(url)) return t('platform.certificate.none')
  if (!certificateCheckedAt) return t('platform.certificate.notYet')
  if (certificateProblem)
    return <StatusBadge tone="bad">{nameText(certificateProblem)}</StatusBadge>
  return <Time at={certificateUntil} />
}
