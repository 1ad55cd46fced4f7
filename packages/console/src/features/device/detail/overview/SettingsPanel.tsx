import { type Device, type DeviceConfiguration, devices, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { FactList } from '../FactList.tsx'
import { Panel } from '../Panel.tsx'
import { settingsFacts } from './settingsFacts.tsx'

type State = DeviceConfiguration['state']

const stateTexts: Readonly<Record<State, TextKey>> = {
  IN_SYNC: 'device.settings.IN_SYNC',
  DRIFT: 'device.settings.DRIFT',
  UNKNOWN: 'device.settings.UNKNOWN',
}
const tones: Readonly<Record<State, ComponentProps<typeof StatusBadge>['tone']>> = {
  IN_SYNC: 'good',
  DRIFT: 'waiting',
  UNKNOWN: 'neutral',
}

/** What the terminal is told to do with itself, and whether it says that it does. */
export function SettingsPanel({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const settings = useQuery({
    ...query(devices.configuration, { params: { id: device.id } }),
    subscribed: active,
  })
  return (
    <Panel
      title={t('device.settings')}
      aside={
        settings.data && (
          <StatusBadge tone={tones[settings.data.state]}>
            {t(stateTexts[settings.data.state])}
          </StatusBadge>
        )
      }
    >
      <Loaded query={settings} permission={devices.configuration.permission}>
        {(data) => (
          <>
            {data.state === 'DRIFT' && (
              <p className={classes.quiet}>
                {t(device.presence === 'ONLINE' ? 'device.settings.told' : 'device.settings.later')}
              </p>
            )}
            <FactList facts={settingsFacts(data)} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
