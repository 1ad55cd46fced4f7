import { type App, apks, apps } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Thumbnail } from '../../../kit/image/Thumbnail.tsx'
import { EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { AwaitedPart } from '../../../kit/page/AwaitedPart.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded, Screen, Toolbar } from '../../../kit/page/Screen.tsx'
import { EnabledBadge, Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { can, useSession } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { appListPath } from '../appPath.ts'

const AppForm = lazyDialog(() => import('../AppForm.tsx').then((file) => file.AppForm))

const tabs = [
  {
    key: 'versions',
    title: 'app.versions',
    permission: apks.page.permission,
    Content: lazyPart(
      () => import('../version/ApkTab.tsx').then((file) => file.ApkTab),
      AwaitedPart,
    ),
  },
  {
    key: 'about',
    title: 'app.facts',
    permission: apps.detail.permission,
    Content: lazyPart(() => import('./AboutTab.tsx').then((file) => file.AboutTab), AwaitedPart),
  },
] as const

/** APPLICATION_DETAIL: one application and its versions. */
export function AppDetail() {
  const { params, active } = usePage()
  const id = params['id'] ?? ''
  const found = useQuery({ ...query(apps.detail, { params: { id } }), subscribed: active })
  if (found.data) return <AppPage app={found.data} />
  return (
    <Screen title="app.page">
      <Toolbar>
        <Button variant="default" size="xs" onClick={() => navigate(appListPath)}>
          {t('kit.back')}
        </Button>
      </Toolbar>
      <Loaded query={found} permission={apps.detail.permission}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

function AppPage({ app }: { readonly app: App }) {
  const { setTitle } = usePage()
  const form = useDialog<App>()
  const { id, name, icon, status } = app
  // Drawn anew when the rights change.
  useSession((state) => state.user)
  useEffect(() => setTitle(name), [setTitle, name])
  return (
    <>
      <DetailPage
        title={name}
        back={appListPath}
        head={
          <>
            <Thumbnail name={icon}>
              <Ltr>{app.package}</Ltr>
            </Thumbnail>
            <EnabledBadge status={status} />
            <RowActions>
              <EditButton code={apps.update.permission} onClick={() => form.open(app)} />
            </RowActions>
          </>
        }
        tabs={tabs
          .filter(({ permission }) => can(permission))
          .map(({ key, title, Content }) => ({
            key,
            title,
            content: () => <Content key={id} app={app} />,
          }))}
      />
      <AppForm dialog={form} />
    </>
  )
}
