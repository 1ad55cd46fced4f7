import { type Apn, type TextKey, type Wifi, wifiSecurities } from '@muster/contract'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, PasswordInput, TextInput } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import classes from './functional.module.css'

const noWifi: Wifi = { ssid: '', security: 'WPA2', password: null, hasPassword: false }
const noApn: Apn = { apn: '', user: null, password: null, hasPassword: false }

/** Wireless networks, one a row. */
export function WifiField(hold: FieldHold) {
  return (
    <Rows<Wifi>
      {...hold}
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
    </Rows>
  )
}

/** Access points of mobile networks, one a row. */
export function ApnsField(hold: FieldHold) {
  return (
    <Rows<Apn>
      {...hold}
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
    </Rows>
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

interface RowsProps<T> extends FieldHold {
  readonly empty: T
  readonly most: number
  readonly add: TextKey
  readonly remove: TextKey
  readonly children: (row: T, change: (part: Partial<T>) => void) => ReactNode
}

function Rows<T>({ value, onChange, label, error, empty, most, ...rest }: RowsProps<T>) {
  const rows: readonly T[] = Array.isArray(value) ? value : []
  // No networks at all are none that are set here.
  const take = (next: readonly T[]) => onChange(next.length === 0 ? '' : next)
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
        <div key={index} className={classes.parts}>
          {rest.children(row, (part) =>
            take(rows.map((one, at) => (at === index ? { ...one, ...part } : one))),
          )}
          <Button
            size="xs"
            variant="subtle"
            aria-label={t(rest.remove, { number: formatNumber(index + 1) })}
            onClick={() => take(rows.filter((_, at) => at !== index))}
          >
            {t('kit.remove')}
          </Button>
        </div>
      ))}
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
      {rows.length < most && (
        <Button size="xs" variant="default" onClick={() => take([...rows, empty])}>
          {t(rest.add)}
        </Button>
      )}
    </fieldset>
  )
}
