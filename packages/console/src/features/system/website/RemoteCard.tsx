import { remoteControl } from '@muster/contract'
import { CodeField, NumberField } from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import type { CardProps } from '../../../kit/setting/card.ts'
import { IceServersField } from './IceServersField.tsx'

/** How sessions of remote control reach a terminal. */
export function RemoteCard(props: CardProps) {
  return (
    <SettingForm of={remoteControl} intro="website.remoteIntro" {...props}>
      {({ field }) => (
        <>
          <SettingFields>
            <CodeField {...field('relayUrl', 'website.remote.relayUrl')} />
            <NumberField {...field('tokenMinutes', 'website.remote.tokenMinutes')} />
            <NumberField {...field('maxMinutes', 'website.remote.maxMinutes')} />
            <FlagField {...field('needsConsent', 'website.remote.needsConsent')} />
            <FlagField {...field('isRecorded', 'website.remote.isRecorded')} />
          </SettingFields>
          <IceServersField {...field('iceServers', 'website.remote.iceServers')} />
        </>
      )}
    </SettingForm>
  )
}
