import {
  enrolmentKeys,
  organizationConfig,
  organizationOverview,
  organizationPages,
  organizationUsers,
  orgPolicy,
  orgWebsite,
  type TextKey,
} from '@muster/contract'
import type { ReactNode } from 'react'
import { AwaitedPart } from '../../../kit/page/AwaitedPart.tsx'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import type { OrganizationFormProps } from './tabProps.ts'

interface OrganizationTab {
  readonly key: string
  readonly title: TextKey
  /** Who does not hold it has no such tab. */
  readonly permission: string
  readonly Content: (props: OrganizationFormProps) => ReactNode
}

/** The tabs of an organisation's page, one entry each; the code of one comes when it is opened. */
export const organizationTabs: readonly OrganizationTab[] = [
  {
    key: 'overview',
    title: 'organization.tab.overview',
    permission: organizationOverview.overview.permission,
    Content: lazyPart(
      () => import('./OverviewTab.tsx').then((file) => file.OverviewTab),
      AwaitedPart,
    ),
  },
  {
    key: 'users',
    title: 'organization.tab.users',
    permission: organizationUsers.page.permission,
    Content: lazyPart(() => import('./UsersTab.tsx').then((file) => file.UsersTab), AwaitedPart),
  },
  {
    key: 'config',
    title: 'organization.tab.config',
    permission: organizationConfig.get.permission,
    Content: lazyPart(
      () => import('../config/ConfigTab.tsx').then((file) => file.ConfigTab),
      AwaitedPart,
    ),
  },
  {
    key: 'pages',
    title: 'organization.tab.pages',
    permission: organizationPages.get.permission,
    Content: lazyPart(
      () => import('../page/PagesTab.tsx').then((file) => file.PagesTab),
      AwaitedPart,
    ),
  },
  {
    key: 'keys',
    title: 'organization.keys',
    permission: enrolmentKeys.list.permission,
    Content: lazyPart(
      () => import('../keys/KeysTab.tsx').then((file) => file.KeysTab),
      AwaitedPart,
    ),
  },
  {
    key: 'policy',
    title: 'customize.policy',
    permission: orgPolicy.get.permission,
    Content: lazyPart(
      () => import('../../user/customize/index.ts').then((file) => file.PolicyTab),
      AwaitedPart,
    ),
  },
  {
    key: 'website',
    title: 'customize.website',
    permission: orgWebsite.get.permission,
    Content: lazyPart(
      () => import('../../user/customize/index.ts').then((file) => file.WebsiteTab),
      AwaitedPart,
    ),
  },
]
