import { type Vendor, vendorGuests, vendors } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Thumbnail } from '../../../kit/image/Thumbnail.tsx'
import { EditButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded, Screen, Toolbar } from '../../../kit/page/Screen.tsx'
import { EnabledBadge, Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { can, useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { vendorListPath } from '../vendorPath.ts'
import { vendorTabs } from './vendorTabs.ts'

const VendorForm = lazyDialog(() => import('../VendorForm.tsx').then((file) => file.VendorForm))

const InviteDialog = lazyDialog(() =>
  import('../InviteDialog.tsx').then((file) => file.InviteDialog),
)

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
  const inviting = useDialog<Vendor>()
  const act = useAction(vendors)
  const test = () => act(vendors.testSigner, { params: { id: vendor.id } })
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
              {vendor.signerUrl !== null && (
                <RowButton code={vendors.testSigner.permission} onClick={() => void test()}>
                  {t('vendor.testSigner')}
                </RowButton>
              )}
              <RowButton
                code={vendorGuests.invite.permission}
                onClick={() => inviting.open(vendor)}
              >
                {t('vendor.invite')}
              </RowButton>
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
      <InviteDialog dialog={inviting} />
    </>
  )
}
