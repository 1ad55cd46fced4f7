import { type Apn, type Wifi, wifiSecurities } from '@muster/contract'
import { RowsField } from '../../../kit/form/RowsField.tsx'
import { t } from '../../../platform/texts.ts'
import { PasswordInput, TextInput } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { orNothing } from './orNothing.ts'

const noWifi: Wifi = { ssid: '', security: 'WPA2', password: null, hasPassword: false }
const noApn: Apn = { apn: '', user: null, password: null, hasPassword: false }

/** Wireless networks, one a row. */
export function WifiField(hold: FieldHold) {
  return (
    <RowsField<Wifi>
      {...orNothing(hold)}
      empty={noWifi}
      most={20}
      add="functional.wifiAdd"
      remove="functional.wifiRemove"
    >
      {(row, change) => (
        <>
          <TextInput
            label={t('functional.ssid')}
            value={row.ssid}
            maxLength={32}
            onChange={(event) => change({ ssid: event.currentTarget.value })}
          />
          <Select
            label={t('functional.security')}
            data={wifiSecurities.map((value) => ({
              value,
              label: value === 'OPEN' ? t('functional.security.OPEN') : value,
            }))}
            value={row.security}
            allowDeselect={false}
            onChange={(value) =>
              change({ security: wifiSecurities.find((one) => one === value) ?? 'WPA2' })
            }
          />
          {row.security !== 'OPEN' && <Password row={row} change={change} />}
        </>
      )}
    </RowsField>
  )
}

/** Access points of mobile networks, one a row. */
export function ApnsField(hold: FieldHold) {
  return (
    <RowsField<Apn>
      {...orNothing(hold)}
      empty={noApn}
      most={10}
      add="functional.apnAdd"
      remove="functional.apnRemove"
    >
      {(row, change) => (
        <>
          <TextInput
            label={t('functional.apn')}
            value={row.apn}
            dir="ltr"
            maxLength={64}
            onChange={(event) => change({ apn: event.currentTarget.value })}
          />
          <TextInput
            label={t('functional.user')}
            value={row.user ?? ''}
            dir="ltr"
            maxLength={64}
            onChange={(event) => change({ user: event.currentTarget.value || null })}
          />
          <Password row={row} change={change} />
        </>
      )}
    </RowsField>
  )
}

interface PasswordProps {
  readonly row: Pick<Wifi, 'password' | 'hasPassword'>
  readonly change: (part: Pick<Wifi, 'password'>) => void
}

/** What is kept is shown to nobody; what is typed takes its place. */
function Password({ row: { password, hasPassword }, change }: PasswordProps) {
  return (
    <PasswordInput
      label={t('functional.password')}
      placeholder={hasPassword ? t('functional.passwordKept') : ''}
      value={password ?? ''}
      dir="ltr"
      autoComplete="new-password"
      maxLength={63}
      onChange={(event) => change({ password: event.currentTarget.value || null })}
    />
  )
}
