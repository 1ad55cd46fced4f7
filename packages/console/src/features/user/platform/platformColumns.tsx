import type { PlatformUser, PlatformUserState } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatCountry } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { kindTexts, sourceTexts, stateTexts } from './platformTexts.ts'

const tones: Readonly<Record<PlatformUserState, Parameters<typeof StatusBadge>[0]['tone']>> = {
  REGISTERED: 'neutral',
  PENDING_REVIEW: 'waiting',
  ACTIVE: 'good',
  REJECTED: 'bad',
  FROZEN: 'bad',
  CLOSED: 'neutral',
}

export const columns: Columns<PlatformUser> = [
  {
    key: 'email',
    title: 'platform.email',
    sortable: true,
    render: ({ email }) => <Ltr>{email}</Ltr>,
  },
  { key: 'realName', title: 'platform.realName', sortable: true },
  {
    key: 'userName',
    title: 'platform.account',
    sortable: true,
    render: ({ userName }) => <Ltr>{userName}</Ltr>,
  },
  { key: 'kind', title: 'platform.kind', width: 110, words: kindTexts },
  { key: 'company', title: 'platform.company', sortable: true },
  {
    key: 'country',
    title: 'platform.country',
    width: 130,
    words: 'country.{country}',
    render: ({ country }) => <Words>{formatCountry(country)}</Words>,
  },
  {
    key: 'state',
    title: 'platform.state',
    sortable: true,
    width: 160,
    words: stateTexts,
    render: StateBadge,
  },
  { key: 'orgName', title: 'platform.organization', sortable: true },
  { key: 'vendorName', title: 'platform.vendor', sortable: true },
  {
    key: 'source',
    title: 'platform.source',
    sortable: true,
    width: 110,
    words: sourceTexts,
  },
  {
    key: 'verifiedAt',
    title: 'platform.verified',
    sortable: true,
    holds: 'moment',
    render: ({ verifiedAt }) => <Time at={verifiedAt} />,
  },
  {
    key: 'lastSignInAt',
    title: 'platform.lastSignIn',
    sortable: true,
    holds: 'moment',
    render: ({ lastSignInAt }) => <Time at={lastSignInAt} />,
  },
  {
    key: 'createdAt',
    title: 'platform.registered',
    sortable: true,
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** Where somebody stands who asked for an account. */
export function StateBadge({ state }: Pick<PlatformUser, 'state'>) {
  return <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>
}
