import { orgApks, policyApps, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordPicker } from '../../../../kit/form/RecordPicker.tsx'
import { usePage } from '../../../../kit/page/page.ts'
import { PassLine } from '../../../../kit/page/PassLine.tsx'
import { Permitted } from '../../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { askedText } from './askedText.ts'
import { GateLine } from './GateLine.tsx'

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
              {gates.map(({ code, passes }) => (
                <PassLine key={code} passes={passes}>
                  {askedText(code)}
                </PassLine>
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
