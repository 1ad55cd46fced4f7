import { type Organization, organizations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { Loaded, Screen, Toolbar } from '../../../kit/page/Screen.tsx'
import { EnabledBadge, Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { can, useSession } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { organizationListPath } from '../organizationPath.ts'
import { organizationTypeTexts } from '../organizationColumns.tsx'
import { organizationTabs } from './organizationTabs.ts'

const OrganizationForm = lazyDialog(() =>
  import('../OrganizationForm.tsx').then((file) => file.OrganizationForm),
)
const QuotaDialog = lazyDialog(() => import('../QuotaDialog.tsx').then((file) => file.QuotaDialog))
const MoveDialog = lazyDialog(() =>
  import('../move/MoveDialog.tsx').then((file) => file.MoveDialog),
)

/** Everything about one organisation. */
export function OrganizationDetail({ id }: { readonly id: string }) {
  const { active } = usePage()
  const found = useQuery({ ...query(organizations.detail, { params: { id } }), subscribed: active })
  if (found.data) return <OrganizationPage organization={found.data} />
  return (
    <Screen title="organization.page">
      <Toolbar>
        <Button variant="default" size="xs" onClick={() => navigate(organizationListPath)}>
          {t('kit.back')}
        </Button>
      </Toolbar>
      <Loaded query={found} permission={organizations.detail.permission}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

function OrganizationPage({ organization }: { readonly organization: Organization }) {
  const { setTitle } = usePage()
  const { name } = organization
  // Drawn anew when the rights change.
  useSession((state) => state.user)
  useEffect(() => setTitle(name), [setTitle, name])
  const tabs = organizationTabs
    .filter(({ permission }) => can(permission))
    .map(({ key, title, Content }) => ({
      key,
      title,
      content: (card: CardProps) => (
        <Content key={organization.id} organization={organization} {...card} />
      ),
    }))
  return (
    <DetailPage
      title={name}
      back={organizationListPath}
      head={<Head organization={organization} />}
      tabs={tabs}
    />
  )
}

function Head({ organization }: { readonly organization: Organization }) {
  const form = useDialog<Organization>()
  const moving = useDialog<Organization>()
  const quota = useDialog<Organization>()
  return (
    <>
      <Ltr>{organization.code}</Ltr>
      <span>{t(organizationTypeTexts[organization.type])}</span>
      <EnabledBadge status={organization.status} />
      <RowActions>
        <EditButton
          code={organizations.update.permission}
          onClick={() => form.open(organization)}
        />
        <RowButton code={organizations.move.permission} onClick={() => moving.open(organization)}>
          {t('organization.move')}
        </RowButton>
        <RowButton
          code={organizations.setQuota.permission}
          onClick={() => quota.open(organization)}
        >
          {t('organization.quota')}
        </RowButton>
      </RowActions>
      <OrganizationForm dialog={form} parentId={null} />
      <MoveDialog dialog={moving} />
      <QuotaDialog dialog={quota} />
    </>
  )
}
