import { type PlatformUser, platformUsers } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { Facts } from '../../../kit/page/Facts.tsx'
import { formatCountry, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { StateBadge } from './platformColumns.tsx'
import { kindTexts, sourceTexts } from './platformTexts.ts'

/** Everything that is known of a request for an account. */
export function DetailDialog({ dialog }: { readonly dialog: Dialog<PlatformUser> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('platform.detailOf', { name: record?.realName ?? '' })}
      size="lg"
    >
      {record && <Detail id={record.id} />}
    </DialogFrame>
  )
}

function Detail({ id }: { readonly id: string }) {
  const found = useQuery(query(platformUsers.detail, { params: { id } }))
  return (
    <Loaded query={found} permission={platformUsers.detail.permission}>
      {(user) => (
        <Facts>
          {factsOf(user).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || nothing}</dd>
            </div>
          ))}
        </Facts>
      )}
    </Loaded>
  )
}

const factsOf = (user: PlatformUser) =>
  [
    [t('platform.state'), <StateBadge key="state" state={user.state} />],
    [t('platform.email'), <Ltr key="email">{user.email}</Ltr>],
    [t('platform.realName'), user.realName],
    [t('platform.kind'), t(kindTexts[user.kind])],
    [t('platform.company'), user.company],
    [t('platform.country'), formatCountry(user.country)],
    [t('platform.phone'), <Ltr key="phone">{user.phone}</Ltr>],
    [t('platform.source'), t(sourceTexts[user.source])],
    [t('platform.registered'), <Time key="created" at={user.createdAt} />],
    [t('platform.verified'), <Time key="verified" at={user.verifiedAt} />],
    [t('platform.reviewed'), <Time key="reviewed" at={user.reviewedAt} />],
    [t('platform.reviewedBy'), <Ltr key="reviewer">{user.reviewedBy}</Ltr>],
    [t('platform.reason'), user.reason],
    [t('platform.account'), <Ltr key="account">{user.userName}</Ltr>],
    [t('platform.organization'), user.orgName],
    [t('platform.vendor'), user.vendorName],
    [t('platform.lastSignIn'), <Time key="signIn" at={user.lastSignInAt} />],
    [t('platform.mergedInto'), <Ltr key="merged">{user.mergedInto}</Ltr>],
  ] as const
