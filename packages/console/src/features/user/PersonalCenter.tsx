import type { TextKey } from '@muster/contract'
import { type ComponentType } from 'react'
import { usePage } from '../../kit/page/page.ts'
import { useCan, useSession } from '../../kit/session.ts'
import { AwaitedPart } from '../../kit/page/AwaitedPart.tsx'
import type { CardProps } from '../../kit/setting/card.ts'
import { PartTab } from '../../kit/setting/PartTab.tsx'
import { useDirtyCards } from '../../kit/setting/useDirtyCards.ts'
import { lazyPart } from '../../platform/lazyPart.tsx'
import type { Flags } from '../../platform/keyStore.ts'
import { t } from '../../platform/texts.ts'
import { Tabs, Title } from '../../ui/controls.ts'
import styles from './PersonalCenter.module.css'

type TabName = 'base' | 'password' | 'security' | 'sessions' | 'history' | 'notices' | 'tokens'

interface Tab {
  readonly label: TextKey
  readonly Panel: ComponentType<CardProps>
}

/** The tabs in their order; each is fetched when it is opened. */
const tabs: Readonly<Record<TabName, Tab>> = {
  base: {
    label: 'ucenter.base',
    Panel: lazyPart(() => import('./base/BaseTab.tsx').then((file) => file.BaseTab), AwaitedPart),
  },
  password: {
    label: 'ucenter.password',
    Panel: lazyPart(
      () => import('./password/PasswordTab.tsx').then((file) => file.PasswordTab),
      AwaitedPart,
    ),
  },
  security: {
    label: 'ucenter.security',
    Panel: lazyPart(
      () => import('./security/SecurityTab.tsx').then((file) => file.SecurityTab),
      AwaitedPart,
    ),
  },
  sessions: {
    label: 'ucenter.sessions',
    Panel: lazyPart(
      () => import('./sessions/SessionsTab.tsx').then((file) => file.SessionsTab),
      AwaitedPart,
    ),
  },
  history: {
    label: 'ucenter.history',
    Panel: lazyPart(
      () => import('./history/HistoryTab.tsx').then((file) => file.HistoryTab),
      AwaitedPart,
    ),
  },
  notices: {
    label: 'ucenter.notices',
    Panel: lazyPart(
      () => import('./notices/NoticesTab.tsx').then((file) => file.NoticesTab),
      AwaitedPart,
    ),
  },
  tokens: {
    label: 'ucenter.tokens',
    Panel: lazyPart(
      () => import('./tokens/TokensTab.tsx').then((file) => file.TokensTab),
      AwaitedPart,
    ),
  },
}

const names: readonly TabName[] = [
  'base',
  'password',
  'security',
  'sessions',
  'history',
  'notices',
  'tokens',
]

/**
 * The signed-in user's own page. What sign-in asks for first keeps the other tabs locked; a tab that
 * holds unsaved input stays while another is looked at.
 */
export function PersonalCenter() {
  const { query, setQuery } = usePage()
  const cards = useDirtyCards()
  const flags = useSession((state) => state.flags)
  const isClosed: Partial<Record<TabName, boolean>> = {
    base: !useCan('PERSONAL_BASE_INFO'),
    tokens: !useCan('PERSONAL_TOKEN'),
  }
  const open = names.filter((name) => isOpen(name, flags) && !isClosed[name])
  const wished = wishedTab(query)
  const tab = open.find((name) => name === wished) ?? open[0] ?? 'password'
  return (
    <div className={styles['center']}>
      <Title order={1} size="h3">
        {t('shell.ucenter')}
      </Title>
      <Tabs value={tab} onChange={(name) => setQuery({ tab: name ?? '' })} mt="md">
        <Tabs.List>
          {open.map((name) => (
            <PartTab key={name} value={name} title={t(tabs[name].label)} of={cards} />
          ))}
        </Tabs.List>
        {open
          .filter((name) => name === tab || cards.isDirty(name))
          .map((name) => (
            <Panel key={name} name={name} onDirty={cards.tell} />
          ))}
      </Tabs>
    </div>
  )
}

interface PanelProps extends Pick<CardProps, 'onDirty'> {
  readonly name: TabName
}

function Panel({ name, onDirty }: PanelProps) {
  const { Panel: Content } = tabs[name]
  return (
    <Tabs.Panel value={name} pt="lg">
      <Content card={name} onDirty={onDirty} />
    </Tabs.Panel>
  )
}

/** A new password comes first, then an authenticator; all else is refused by the server till then. */
function isOpen(name: TabName, { firstLogin, bindFactor }: Flags): boolean {
  if (firstLogin === 1) return name === 'password'
  return bindFactor === 0 || name === 'security'
}

/** The tab that an address asks for: by name, or by the reason that led here. */
function wishedTab(query: Readonly<Record<string, string>>): string {
  const { tab = '', firstLogin, pwdCheck, bindFactor } = query
  if (tab) return tab
  if (bindFactor) return 'security'
  return firstLogin || pwdCheck ? 'password' : 'base'
}
