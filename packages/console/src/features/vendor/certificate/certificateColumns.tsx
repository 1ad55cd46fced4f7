import { type VendorCertificate, vendorCertificates } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Day, Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'

const stateTexts = {
  VALID: 'certificate.state.VALID',
  ENDING: 'certificate.state.ENDING',
  ENDED: 'certificate.state.ENDED',
} as const
const stateTones = { VALID: 'good', ENDING: 'waiting', ENDED: 'bad' } as const

export const columns: Columns<VendorCertificate> = [
  {
    key: 'certNo',
    title: 'certificate.certNo',
    sortable: true,
    render: ({ certNo }) => <Ltr>{certNo}</Ltr>,
  },
  {
    key: 'ptsVersion',
    title: 'certificate.ptsVersion',
    width: 110,
    render: ({ ptsVersion }) => <Ltr>{ptsVersion}</Ltr>,
  },
  {
    key: 'models',
    title: 'certificate.models',
    file: [],
    render: ({ models }) => (
      <Words>
        {models.length === 0
          ? t('vendorFeature.allModels')
          : models.map(({ name }) => name).join(', ')}
      </Words>
    ),
  },
  {
    key: 'expiresOn',
    title: 'certificate.expiresOn',
    holds: 'day',
    sortable: true,
    render: ({ expiresOn }) => <Day on={expiresOn} />,
  },
  {
    key: 'state',
    title: 'certificate.state',
    width: 120,
    words: stateTexts,
    render: ({ state }) => (
      <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
    ),
  },
  {
    key: 'firmwareFrom',
    title: 'certificate.firmwareFrom',
    width: 120,
    render: ({ firmwareFrom }) => <Ltr>{firmwareFrom}</Ltr>,
  },
  {
    key: 'firmwareUntil',
    title: 'certificate.firmwareUntil',
    width: 120,
    render: ({ firmwareUntil }) => <Ltr>{firmwareUntil}</Ltr>,
  },
  statusColumn(vendorCertificates),
]
