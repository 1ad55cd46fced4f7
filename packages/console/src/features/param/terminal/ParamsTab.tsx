import { effectiveParams, heldDocuments, type ParamsOfApp } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Sentence } from '../../../kit/page/Sentence.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { AppParams } from './AppParams.tsx'
import { Documents } from './Documents.tsx'
import classes from './terminal.module.css'

/** The terminal that is looked at. */
interface OfTerminal {
  readonly deviceId: string
  readonly sn: string
}

/** Parameters of a terminal, application by application, and its JSON documents. */
export function ParamsTab({ deviceId, sn }: OfTerminal) {
  const { active } = usePage()
  const found = useQuery({
    ...query(effectiveParams.apps, { params: { deviceId } }),
    subscribed: active,
    // It answers by itself while somebody looks.
    refetchInterval: 10_000,
  })
  return (
    <div className={classes.column}>
      <Loaded query={found} permission={effectiveParams.apps.permission}>
        {(apps) =>
          apps.length === 0 ? (
            <Sentence text={t('param.noneOfDevice')} />
          ) : (
            <Apps deviceId={deviceId} sn={sn} apps={apps} />
          )
        }
      </Loaded>
      <Permitted to={heldDocuments.ofDevice.permission}>
        <Documents deviceId={deviceId} sn={sn} />
      </Permitted>
    </div>
  )
}

interface AppsProps extends OfTerminal {
  readonly apps: readonly ParamsOfApp[]
}

function Apps({ deviceId, sn, apps }: AppsProps) {
  const [chosen, choose] = useState<string | null>(null)
  const app = apps.find(({ appId }) => appId === chosen) ?? apps[0]
  if (!app) return null
  return (
    <div className={classes.column}>
      {apps.length > 1 && (
        <Tabs value={app.appId} onChange={choose} variant="pills">
          <Tabs.List>
            {apps.map(({ appId, appName }) => (
              <Tabs.Tab key={appId} value={appId}>
                <bdi>{appName}</bdi>
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <AppParams key={app.appId} deviceId={deviceId} sn={sn} app={app} />
    </div>
  )
}
