import { mapKeys, passwordPolicy, remoteControl, siteSetting, type TextKey } from '@muster/contract'
import type { ComponentType } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { can, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { MapCard } from './MapCard.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { RemoteCard } from './RemoteCard.tsx'
import { SiteCard } from './SiteCard.tsx'
import { PartTab } from '../../../kit/setting/PartTab.tsx'
import { useDirtyCards } from '../../../kit/setting/useDirtyCards.ts'

interface Card {
  readonly key: string
  readonly title: TextKey
  readonly permission: string
  readonly Content: ComponentType<CardProps>
}

const cards: readonly Card[] = [
  {
    key: 'site',
    title: 'website.site',
    permission: siteSetting.save.permission,
    Content: SiteCard,
  },
  { key: 'map', title: 'website.map', permission: mapKeys.save.permission, Content: MapCard },
  {
    key: 'remote',
    title: 'website.remote',
    permission: remoteControl.save.permission,
    Content: RemoteCard,
  },
  {
    key: 'policy',
    title: 'website.policy',
    permission: passwordPolicy.save.permission,
    Content: PolicyCard,
  },
]

/** WEBSITE: identity of the site, keys of the maps, remote control, and the password policy. */
export function Website() {
  const { query, setQuery } = usePage()
  useSession((state) => state.user)
  const parts = useDirtyCards()
  const open = cards.filter(({ permission }) => can(permission))
  const tab = open.find(({ key }) => key === query['tab'])?.key ?? open[0]?.key ?? ''
  return (
    <Screen title="website.title">
      <Tabs value={tab} onChange={(key) => setQuery(key ? { tab: key } : {})}>
        <Tabs.List aria-label={t('website.title')}>
          {open.map(({ key, title }) => (
            <PartTab key={key} value={key} title={t(title)} of={parts} />
          ))}
        </Tabs.List>
        {open.map(({ key, Content }) => (
          <Tabs.Panel key={key} value={key} pt="md">
            <Content onDirty={parts.tell} card={key} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
