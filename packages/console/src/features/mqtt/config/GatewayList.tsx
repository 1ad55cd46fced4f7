import { mqttConfig, type MqttNode, parameters } from '@muster/contract'
import type { ReactNode } from 'react'
import { Fact, Facts } from '../../../kit/page/Facts.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './mqttConfig.module.css'
import { useMetrics } from './useMetrics.ts'

const brokerTexts = {
  EMBEDDED: 'mqttConfig.broker.EMBEDDED',
  NATS: 'mqttConfig.broker.NATS',
} as const

/** The gateways as they count, and what of them is set among the parameters. */
export function GatewayList() {
  const metrics = useMetrics()
  return (
    <Loaded query={metrics} permission={mqttConfig.metrics.permission}>
      {({ broker, nodes, keepDays, publishPerMinute }) => (
        <>
          <Facts>
            <Fact name={t('mqttConfig.broker')}>{t(brokerTexts[broker])}</Fact>
            <Fact name={t('mqttConfig.keepDays')}>
              <Parameter name="log.mqtt.keepDays">{formatNumber(keepDays)}</Parameter>
            </Fact>
            <Fact name={t('mqttConfig.publishPerMinute')}>
              <Parameter name="task.publish.ratePerMinute">
                {formatNumber(publishPerMinute)}
              </Parameter>
            </Fact>
          </Facts>
          {nodes.length === 0 ? <p>{t('mqttConfig.noNodes')}</p> : <Nodes nodes={nodes} />}
        </>
      )}
    </Loaded>
  )
}

const titles = [
  'mqttConfig.node',
  'mqttConfig.since',
  'mqttConfig.held',
  'mqttConfig.received',
  'mqttConfig.published',
  'mqttConfig.recorded',
  'mqttConfig.unrecorded',
  'mqttConfig.waiting',
  'mqttConfig.turnedAway',
] as const

function Nodes({ nodes }: { readonly nodes: readonly MqttNode[] }) {
  return (
    <PlainTable
      label={t('mqttConfig.gateways')}
      titles={titles.map((title) => t(title))}
      figures={titles.slice(2, -1).map((title) => t(title))}
      rows={nodes.map((node) => ({
        key: node.node,
        cells: [
          <Ltr key="node">{node.node}</Ltr>,
          <Time key="since" at={node.startedAt} />,
          node.connections === null ? t('mqttConfig.byNats') : formatNumber(node.connections),
          formatNumber(Math.round(node.receivedPerSecond)),
          formatNumber(Math.round(node.publishedPerSecond)),
          formatNumber(node.recorded),
          formatNumber(node.unrecorded),
          formatNumber(node.waiting),
          <TurnedAway key="away" node={node} />,
        ],
      }))}
    />
  )
}

/** Reasons by the names that the metrics have for them. */
function TurnedAway({ node: { turnedAway } }: { readonly node: MqttNode }) {
  if (turnedAway.length === 0) return nothing
  return (
    <ul className={classes.reasons}>
      {turnedAway.map(({ because: reason, count }) => (
        <li key={reason}>
          <Ltr>{t('mqttConfig.because', { reason, count: formatNumber(count) })}</Ltr>
        </li>
      ))}
    </ul>
  )
}

interface ParameterProps {
  readonly name: string
  readonly children: ReactNode
}

/** A value with the way to where it is changed, for those who have that page. */
function Parameter({ name, children }: ParameterProps) {
  if (!useCan(parameters.page.permission)) return children
  const href = `#${addressText({ path: '/system/parameter', query: { keyword: name } })}`
  return (
    <a className={classes.link} href={href} title={t('mqttConfig.parameterIntro')}>
      {children}
    </a>
  )
}
