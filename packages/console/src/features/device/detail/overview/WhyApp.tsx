import { orgApks, policyApps, type ReplyOf, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordPicker } from '../../../../kit/form/RecordPicker.tsx'
import { usePage } from '../../../../kit/page/page.ts'
import { Permitted } from '../../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import { codeText } from '../../command/commandTexts.ts'
import classes from '../detail.module.css'
import { GateLine } from './GateLine.tsx'

/** What each gate asks, under the code that a task says where it is shut. */
const gateTexts: Readonly<Record<string, TextKey>> = {
  S608: 'life.appGate.S608',
  S604: 'life.appGate.S604',
  S605: 'life.appGate.S605',
  C402: 'life.appGate.C402',
  I202: 'life.appGate.I202',
  I203: 'life.appGate.I203',
  I204: 'life.appGate.I204',
  I205: 'life.appGate.I205',
  I206: 'life.appGate.I206',
  I207: 'life.appGate.I207',
  I208: 'life.appGate.I208',
  I209: 'life.appGate.I209',
  C401: 'life.appGate.C401',
  D107: 'life.appGate.D107',
  S607: 'life.appGate.S607',
}

/** Of an application that somebody chooses, what lets it through to a terminal and what holds it back. */
export function WhyApp({ deviceId }: { readonly deviceId: string }) {
  const [appId, setAppId] = useState<string | null>(null)
  return (
    <Permitted to={policyApps.list.permission}>
      <Permitted to={orgApks.whyApp.permission}>
        <details className={classes.wish}>
          <summary>{t('life.getApp')}</summary>
          <p className={classes.quiet}>{t('life.getAppLead')}</p>
          <RecordPicker of={policyApps} label={t('orgApk.app')} value={appId} onChange={setAppId} />
          {appId && <Gates deviceId={deviceId} appId={appId} />}
        </details>
      </Permitted>
    </Permitted>
  )
}

function Gates({ deviceId, appId }: { readonly deviceId: string; readonly appId: string }) {
  const { active } = usePage()
  const asked = { params: { deviceId, appId } }
  const found = useQuery({ ...query(orgApks.whyApp, asked), subscribed: active })
  return (
    <Loaded query={found} permission={orgApks.whyApp.permission}>
      {({ versionName, gates, delivery }) =>
        versionName === null ? (
          <p className={classes.quiet}>{t('life.getAppNone')}</p>
        ) : (
          <>
            <p>
              <bdi>{t('life.getAppVersion', { version: versionName })}</bdi>{' '}
              <Verdict gates={[...gates, ...delivery]} />
            </p>
            <ul>
              {gates.map((gate) => (
                <AppGateLine key={gate.code} gate={gate} />
              ))}
              {delivery.map((gate) => (
                <GateLine key={gate.gate} gate={gate} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}

type Gate = ReplyOf<typeof orgApks.whyApp>['gates'][number]

function Verdict({ gates }: { readonly gates: readonly Pick<Gate, 'passes'>[] }) {
  const isOpen = gates.every(({ passes }) => passes)
  return (
    <StatusBadge tone={isOpen ? 'good' : 'waiting'}>
      {t(isOpen ? 'life.wishOpen' : 'life.wishClosed')}
    </StatusBadge>
  )
}

function AppGateLine({ gate: { code, passes } }: { readonly gate: Gate }) {
  const key = gateTexts[code]
  return (
    <li>
      <span>{key ? t(key) : (codeText(code) ?? code)}</span>
      <StatusBadge tone={passes ? 'good' : 'bad'}>
        {t(passes ? 'life.gatePasses' : 'life.gateFails')}
      </StatusBadge>
    </li>
  )
}
