import { type TextKey, type User, users } from '@muster/contract'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { Tone } from '../../../ui/table/cells.tsx'
import { scopeTexts } from '../scope/scopeTexts.ts'

export const userStateTexts: Readonly<Record<User['state'], TextKey>> = {
  ACTIVE: 'user.state.ACTIVE',
  INVITED: 'user.state.INVITED',
  LOCKED: 'user.state.LOCKED',
  EXPIRED: 'user.state.EXPIRED',
  DISABLED: 'user.state.DISABLED',
}

const tones: Readonly<Record<User['state'], Tone>> = {
  ACTIVE: 'good',
  INVITED: 'waiting',
  LOCKED: 'bad',
  EXPIRED: 'bad',
  DISABLED: 'neutral',
}

const dayMs = 86_400_000

/** Whole days since a moment. */
const daysSince = (moment: string): number =>
  Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / dayMs))

export const columns: Columns<User> = [
  {
    key: 'userName',
    title: 'user.userName',
    sortable: true,
    width: 130,
    render: ({ userName }) => <Ltr>{userName}</Ltr>,
  },
  { key: 'realName', title: 'user.realName', sortable: true, width: 130 },
  {
    key: 'state',
    title: 'user.state',
    width: 100,
    words: userStateTexts,
    render: ({ state }) => (
      <StatusBadge tone={tones[state]}>{t(userStateTexts[state])}</StatusBadge>
    ),
  },
  { key: 'orgName', title: 'user.organization', width: 120 },
  {
    key: 'roleNames',
    title: 'user.roles',
    width: 140,
    render: ({ roleNames }) => <bdi>{roleNames.join(t('user.and')) || nothing}</bdi>,
  },
  {
    key: 'email',
    title: 'user.email',
    width: 170,
    render: ({ email }) => <Ltr>{email}</Ltr>,
  },
  statusColumn(users),
  {
    key: 'lastSignInAt',
    title: 'user.lastSignIn',
    sortable: true,
    holds: 'moment',
    render: ({ lastSignInAt }) => <Time at={lastSignInAt} />,
  },
  {
    key: 'lastSignInIp',
    title: 'user.lastSignInIp',
    width: 120,
    render: ({ lastSignInIp }) => <Ltr>{lastSignInIp}</Ltr>,
  },
  {
    key: 'dataScope',
    title: 'user.dataScope',
    width: 130,
    words: { ...scopeTexts, '': 'user.scopeOfRoles' },
  },
  {
    key: 'hasFactor',
    title: 'user.factor',
    width: 90,
    words: yesNo,
  },
  {
    key: 'phone',
    title: 'user.phone',
    width: 120,
    render: ({ phone }) => <Ltr>{phone}</Ltr>,
  },
  {
    key: 'passwordChangedAt',
    title: 'user.passwordAge',
    width: 110,
    align: 'end',
    file: [{ key: 'passwordChangedAt', title: 'user.passwordChangedAt' }],
    render: ({ state, passwordChangedAt }) =>
      state === 'INVITED' ? '' : formatNumber(daysSince(passwordChangedAt)),
  },
  {
    key: 'createdAt',
    title: 'user.createdAt',
    sortable: true,
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
]
