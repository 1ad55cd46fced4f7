import {
  actionLog,
  models,
  type TextKey,
  upgradeVersions,
  users,
  vendorCertificates,
  vendorDocuments,
  vendorEstate,
  vendorFeatures,
  vendorQuality,
  vendors,
} from '@muster/contract'
import type { ReactNode } from 'react'
import { AwaitedPart } from '../../../kit/page/AwaitedPart.tsx'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import type { VendorTabProps } from './vendorTab.ts'

interface VendorTab {
  readonly key: string
  readonly title: TextKey
  /** Who does not hold it has no such tab. */
  readonly permission: string
  readonly Content: (props: VendorTabProps) => ReactNode
}

/** The tabs of a vendor's page; the code of one comes when it is opened. */
export const vendorTabs: readonly VendorTab[] = [
  {
    key: 'base',
    title: 'vendor.tab.base',
    permission: vendors.detail.permission,
    Content: lazyPart(() => import('./BaseTab.tsx').then((file) => file.BaseTab), AwaitedPart),
  },
  {
    key: 'models',
    title: 'vendor.tab.models',
    permission: models.page.permission,
    Content: lazyPart(() => import('./ModelsTab.tsx').then((file) => file.ModelsTab), AwaitedPart),
  },
  {
    key: 'features',
    title: 'vendor.tab.features',
    permission: vendorFeatures.matrix.permission,
    Content: lazyPart(
      () => import('./FeaturesTab.tsx').then((file) => file.FeaturesTab),
      AwaitedPart,
    ),
  },
  {
    key: 'firmware',
    title: 'vendor.tab.firmware',
    permission: upgradeVersions.page.permission,
    Content: lazyPart(
      () => import('./FirmwareTab.tsx').then((file) => file.FirmwareTab),
      AwaitedPart,
    ),
  },
  {
    key: 'devices',
    title: 'vendor.tab.devices',
    permission: vendorEstate.devices.permission,
    Content: lazyPart(
      () => import('./DevicesTab.tsx').then((file) => file.DevicesTab),
      AwaitedPart,
    ),
  },
  {
    key: 'quality',
    title: 'vendor.tab.quality',
    permission: vendorQuality.quality.permission,
    Content: lazyPart(
      () => import('./QualityTab.tsx').then((file) => file.QualityTab),
      AwaitedPart,
    ),
  },
  {
    key: 'certificates',
    title: 'vendor.tab.certificates',
    permission: vendorCertificates.page.permission,
    Content: lazyPart(
      () => import('./CertificatesTab.tsx').then((file) => file.CertificatesTab),
      AwaitedPart,
    ),
  },
  {
    key: 'users',
    title: 'vendor.tab.users',
    permission: users.page.permission,
    Content: lazyPart(() => import('./UsersTab.tsx').then((file) => file.UsersTab), AwaitedPart),
  },
  {
    key: 'documents',
    title: 'vendor.tab.documents',
    permission: vendorDocuments.page.permission,
    Content: lazyPart(
      () => import('./DocumentsTab.tsx').then((file) => file.DocumentsTab),
      AwaitedPart,
    ),
  },
  {
    key: 'history',
    title: 'vendor.tab.history',
    permission: actionLog.page.permission,
    Content: lazyPart(
      () => import('./HistoryTab.tsx').then((file) => file.HistoryTab),
      AwaitedPart,
    ),
  },
]
