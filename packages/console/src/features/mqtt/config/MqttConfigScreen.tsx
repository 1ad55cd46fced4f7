import type { TextKey } from '@muster/contract'
import type { ComponentType } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import type { CardProps } from '../../../kit/setting/card.ts'
import { PartTab } from '../../../kit/setting/PartTab.tsx'
import { useDirtyCards } from '../../../kit/setting/useDirtyCards.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { AuthCard } from './AuthCard.tsx'
import { ClientList } from './ClientList.tsx'
import { ConnectionsCard } from './ConnectionsCard.tsx'
import { GatewayList } from './GatewayList.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { MessagesCard } from './MessagesCard.tsx'
import { PointList } from './PointList.tsx'
import { TopicList } from './TopicList.tsx'
import { TryPanel } from './TryPanel.tsx'
import classes from './mqttConfig.module.css'

interface Part {
  readonly key: string
  readonly title: TextKey
  readonly Content: ComponentType<CardProps>
}

const parts: readonly Part[] = [
  { key: 'gateways', title: 'mqttConfig.gateways', Content: GatewayList },
  { key: 'points', title: 'mqttConfig.points', Content: PointList },
  { key: 'clients', title: 'mqttConfig.clients', Content: ClientList },
  { key: 'connections', title: 'mqttConfig.connections', Content: ConnectionsCard },
  { key: 'messages', title: 'mqttConfig.messages', Content: MessagesCard },
  { key: 'auth', title: 'mqttConfig.auth', Content: AuthCard },
  { key: 'limits', title: 'mqttConfig.limits', Content: LimitsCard },
  { key: 'topics', title: 'mqttConfig.topics', Content: TopicList },
  { key: 'try', title: 'mqttConfig.try', Content: TryPanel },
]
/** What is typed into these stays while another is looked at. */
const kept: ReadonlySet<string> = new Set(['connections', 'messages', 'auth', 'limits'])

/** MQTT_CONFIG: how messages travel between terminals and platform, and how much there may be of them. */
export function MqttConfigScreen() {
  const { query, setQuery } = usePage()
  const cards = useDirtyCards()
  const tab = parts.find(({ key }) => key === query['tab'])?.key ?? parts[0]?.key ?? ''
  return (
    <Screen title="mqttConfig.title">
      <Tabs value={tab} onChange={(key) => setQuery(key ? { tab: key } : {})}>
        <Tabs.List aria-label={t('mqttConfig.title')}>
          {parts.map(({ key, title }) => (
            <PartTab key={key} value={key} title={t(title)} of={cards} />
          ))}
        </Tabs.List>
        {parts.map(({ key, Content }) => (
          <Tabs.Panel key={key} value={key} className={classes.panel}>
            {(tab === key || kept.has(key)) && <Content onDirty={cards.tell} card={key} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
