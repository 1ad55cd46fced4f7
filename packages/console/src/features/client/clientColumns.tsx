import { type Client, clients } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn } from '../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time } from '../../kit/page/values.tsx'
import { formatDateTime, formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { Tone } from '../../ui/table/cells.tsx'
import { scopeTexts } from '../user/scope/index.ts'
import { kindTexts, stateTexts, webhookTexts } from './clientTexts.ts'

const tones: Readonly<Record<Client['state'], Tone>> = {
  ACTIVE: 'good',
  SECRET_ROTATING: 'waiting',
  EXPIRED: 'bad',
  DISABLED: 'neutral',
}

const webhookTones: Readonly<Record<Client['webhookState'], Tone>> = {
  NONE: 'neutral',
  WORKING: 'good',
  FAILING: 'waiting',
  STOPPED: 'bad',
}

export const columns: Columns<Client> = [
  { key: 'name', title: 'client.name', sortable: true, width: 150 },
  { key: 'id', title: 'client.id', width: 150, render: ({ id }) => <Ltr>{id}</Ltr> },
  { key: 'kind', title: 'client.kind', width: 110, words: kindTexts },
  {
    key: 'state',
    title: 'client.state',
    width: 120,
    words: stateTexts,
    render: ({ state, oldSecretUntil }) => (
      <span
        title={
          oldSecretUntil
            ? t('client.oldUntil', { time: formatDateTime(oldSecretUntil) })
            : undefined
        }
      >
        <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>
      </span>
    ),
  },
  { key: 'orgName', title: 'client.organization', width: 120 },
  {
    key: 'lastUsedAt',
    title: 'client.lastUsed',
    sortable: true,
    holds: 'moment',
    render: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
  },
  statusColumn(clients),
  { key: 'rightCount', title: 'client.rights', width: 80, align: 'end' },
  {
    key: 'dataScope',
    title: 'client.dataScope',
    width: 130,
    words: scopeTexts,
  },
  {
    key: 'webhookState',
    title: 'client.webhookState',
    width: 110,
    words: webhookTexts,
    render: ({ webhookState }) => (
      <StatusBadge tone={webhookTones[webhookState]}>{t(webhookTexts[webhookState])}</StatusBadge>
    ),
  },
  {
    key: 'ipAllow',
    title: 'client.ipAllow',
    width: 140,
    words: { '': 'client.anywhere' },
    render: ({ ipAllow }) =>
      ipAllow.length === 0 ? t('client.anywhere') : <Ltr>{ipAllow.join(', ')}</Ltr>,
  },
  {
    key: 'rateLimit',
    title: 'client.rateLimit',
    width: 110,
    words: { '': 'client.asParameter' },
    align: 'end',
    render: ({ rateLimit }) =>
      rateLimit === null ? t('client.asParameter') : formatNumber(rateLimit),
  },
  {
    key: 'signAlg',
    title: 'client.signAlg',
    width: 140,
    render: ({ signAlg }) => <Ltr>{signAlg}</Ltr>,
  },
  {
    key: 'validTo',
    title: 'client.validTo',
    sortable: true,
    holds: 'moment',
    render: ({ validTo }) => <Time at={validTo} />,
  },
]
