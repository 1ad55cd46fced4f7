import { type Developer, developers } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn } from '../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../kit/page/values.tsx'
import { formatCountry, formatDateTime, formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { stateTexts, tones, typeTexts } from './developerTexts.ts'

export const columns: Columns<Developer> = [
  { key: 'name', title: 'developer.name', sortable: true, width: 220 },
  { key: 'type', title: 'developer.type', sortable: true, width: 100, words: typeTexts },
  {
    key: 'state',
    title: 'developer.state',
    sortable: true,
    width: 130,
    words: stateTexts,
    render: State,
  },
  {
    key: 'accountName',
    title: 'developer.account',
    sortable: true,
    render: ({ accountName }) => <Ltr>{accountName}</Ltr>,
  },
  { key: 'orgName', title: 'developer.organization', sortable: true, width: 140 },
  {
    key: 'country',
    title: 'developer.country',
    sortable: true,
    width: 130,
    words: 'country.{country}',
    render: ({ country }) => <Words>{formatCountry(country)}</Words>,
  },
  { key: 'email', title: 'developer.email', render: ({ email }) => <Ltr>{email}</Ltr> },
  {
    key: 'appCount',
    title: 'developer.apps',
    width: 110,
    align: 'end',
    render: ({ appCount, onlineCount }) => (
      <span title={t('developer.appsLong')}>
        {`${formatNumber(onlineCount)} / ${formatNumber(appCount)}`}
      </span>
    ),
  },
  { key: 'pendingCount', title: 'developer.pendingApps', width: 90, align: 'end' },
  {
    key: 'signers',
    title: 'developer.signers',
    width: 140,
    file: [],
    render: ({ signers }) => (
      <span title={signers.join('\n')}>
        <Ltr>{signers.map((one) => `${one.slice(0, 12)}…`).join(' ')}</Ltr>
      </span>
    ),
  },
  { key: 'agreementVersion', title: 'developer.agreement', width: 130, render: Agreement },
  {
    key: 'appliedAt',
    title: 'developer.appliedAt',
    sortable: true,
    holds: 'moment',
    render: ({ appliedAt }) => <Time at={appliedAt} />,
  },
  {
    key: 'secretSince',
    title: 'developer.secretSince',
    sortable: true,
    holds: 'moment',
    render: ({ secretSince }) => <Time at={secretSince} />,
  },
  statusColumn(developers),
]

const isPast = (moment: string): boolean => Date.parse(moment) < Date.now()

/** What became of an application; one that waits for too long says so. */
function State({ state, dueAt, reason }: Developer) {
  const isLate = dueAt !== null && isPast(dueAt)
  const says = dueAt ? `${t('developer.dueAt')}: ${formatDateTime(dueAt)}` : (reason ?? undefined)
  return (
    <span title={says}>
      <StatusBadge tone={isLate ? 'bad' : tones[state]}>
        {t(stateTexts[state])}
        {isLate && ` · ${t('developer.late')}`}
      </StatusBadge>
    </span>
  )
}

/** Which agreement the developer has accepted, and whether it is still the one in force. */
function Agreement({ agreementVersion, hasAgreed }: Developer) {
  if (agreementVersion === null)
    return hasAgreed ? null : (
      <StatusBadge tone="waiting">{t('developer.agreementNone')}</StatusBadge>
    )
  if (hasAgreed) return <Ltr>{agreementVersion}</Ltr>
  return (
    <StatusBadge tone="waiting">
      {t('developer.agreementOld', { version: agreementVersion })}
    </StatusBadge>
  )
}
