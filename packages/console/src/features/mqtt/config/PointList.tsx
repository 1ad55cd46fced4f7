import { type AccessPoint, accessPoints, mqttConfig, type MqttProbe } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { EnabledBadge, Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { query } from '../../../kit/queries.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import type { Tone } from '../../../ui/table/cells.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './mqttConfig.module.css'

/** More are looked at on the page of the servers. */
const most = 100

/** Where terminals find a broker, and whether one answers there. */
export function PointList() {
  const points = useQuery({
    ...query(accessPoints.page, { query: { kind: 'MQTT', pageSize: most } }),
    enabled: useCan(accessPoints.page.permission),
    subscribed: usePage().active,
  })
  const servers = useSession(({ menu }) => pathOfScreen(menu, 'SERVER'))
  return (
    <>
      <p className={classes.intro}>
        {t('mqttConfig.pointsIntro')}{' '}
        {servers !== null && (
          <a className={classes.link} href={`#${servers}?tab=points`}>
            {t('mqttConfig.toServers')}
          </a>
        )}
      </p>
      <Loaded query={points} permission={accessPoints.page.permission}>
        {({ list }) =>
          list.length === 0 ? <p>{t('mqttConfig.noPoints')}</p> : <Points points={list} />
        }
      </Loaded>
    </>
  )
}

const titles = [
  'mqttConfig.pointName',
  'mqttConfig.pointUrl',
  'kit.status',
  'mqttConfig.pointFor',
  'mqttConfig.answer',
] as const

function Points({ points }: { readonly points: readonly AccessPoint[] }) {
  return (
    <PlainTable
      label={t('mqttConfig.points')}
      titles={titles.map((title) => t(title))}
      rows={points.map((point) => ({
        key: point.id,
        cells: [
          point.name,
          <Ltr key="url">{point.url}</Ltr>,
          <EnabledBadge key="status" status={point.status} />,
          point.orgName ?? t('mqttConfig.everywhere'),
          <Answer key="answer" id={point.id} />,
        ],
      }))}
    />
  )
}

const tones: Readonly<Record<MqttProbe['result'], Tone>> = {
  BROKER: 'good',
  OPEN: 'bad',
  SILENT: 'bad',
  UNREACHABLE: 'bad',
  CERTIFICATE: 'bad',
}

/** Asks an access point, and says what answered. */
function Answer({ id }: { readonly id: string }) {
  const send = useSend(mqttConfig)
  const [probe, setProbe] = useState<MqttProbe | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isAllowed = useCan(mqttConfig.test.permission)
  const ask = async () => {
    setAsking(true)
    const outcome = await outcomeOf(send(mqttConfig.test, { params: { id } }))
    if ('reply' in outcome) setProbe(outcome.reply)
    setAsking(false)
  }
  return (
    <span className={classes.answer}>
      {isAllowed && (
        <Button size="xs" variant="default" loading={isAsking} onClick={() => void ask()}>
          {t('mqttConfig.test')}
        </Button>
      )}
      {probe && <StatusBadge tone={tones[probe.result]}>{wordsOf(probe)}</StatusBadge>}
    </span>
  )
}

const wordsOf = ({ result, tookMs, reason }: MqttProbe): string =>
  t(`mqttConfig.probe.${result}`, { ms: formatNumber(tookMs), reason: reason ?? '' })
