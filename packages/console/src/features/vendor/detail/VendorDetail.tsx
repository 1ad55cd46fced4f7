import { type Vendor, vendors } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Thumbnail } from '../../../kit/image/Thumbnail.tsx'
import { EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded, Screen, Toolbar } from '../../../kit/page/Screen.tsx'
import { EnabledBadge, Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { can, useSession } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { vendorListPath } from '../vendorPath.ts'
import { vendorTabs } from './vendorTabs.ts'

const VendorForm = lazyDialog(() => import('../VendorForm.tsx').then((file) => file.VendorForm))

/** MANUFACTURER_DETAIL: everything about one vendor. */
export function VendorDetail() {
  const { params, active } = usePage()
  const id = params['id'] ?? ''
  const found = useQuery({ ...query(vendors.detail, { params: { id } }), subscribed: active })
  if (found.data) return <VendorPage vendor={found.data} />
  return (
    <Screen title="vendor.page">
      <Toolbar>
        <Button variant="default" size="xs" onClick={() => navigate(vendorListPath)}>
          {t('kit.back')}
        </Button>
      </Toolbar>
      <Loaded query={found} permission={vendors.detail.permission}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

function VendorPage({ vendor }: { readonly vendor: Vendor }) {
  const { setTitle } = usePage()
  const form = useDialog<Vendor>()
  const { id, name, code, logo, status } = vendor
  // Drawn anew when the rights change.
  useSession((state) => state.user)
  useEffect(() => setTitle(name), [setTitle, name])
  return (
    <>
      <DetailPage
        title={name}
        back={vendorListPath}
        head={
          <>
            <Thumbnail name={logo}>
              <Ltr>{code}</Ltr>
            </Thumbnail>
            <EnabledBadge status={status} />
            <RowActions>
              <EditButton code={vendors.update.permission} onClick={() => form.open(vendor)} />
            </RowActions>
          </>
        }
        tabs={vendorTabs
          .filter(({ permission }) => can(permission))
          .map(({ key, title, Content }) => ({
            key,
            title,
            content: () => <Content key={id} vendor={vendor} />,
          }))}
      />
      <VendorForm dialog={form} />
    </>
  )
}
