import { type ParamDelivery, paramDelivery } from '@muster/contract'
import { TimeInput } from '../../../kit/dates/TimeInput.tsx'
import { t } from '../../../platform/texts.ts'
import { Checkbox } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import classes from './assignment.module.css'

const ofApps = [
  ['restartApp', 'param.restartApp'],
  ['askApp', 'param.askApp'],
] as const
const ofAll = [
  ['wifiOnly', 'param.wifiOnly'],
  ['resend', 'param.resend'],
] as const

const usualWindow = { from: '01:00', until: '05:00', days: [1, 2, 3, 4, 5, 6, 7] }

const isDelivery = (value: unknown): value is ParamDelivery =>
  typeof value === 'object' && value !== null && 'when' in value

interface DeliveryFieldsProps extends FieldHold {
  /** Whether there is an application that is asked and started anew. */
  readonly isOfApp?: boolean
}

/** How values are brought to terminals. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { value, onChange, name, error, onBlur, isOfApp = true } = props
  const switches = isOfApp ? [...ofApps, ...ofAll] : ofAll
  const options = isDelivery(value) ? value : paramDelivery().parse({})
  const change = (next: Partial<ParamDelivery>) => onChange({ ...options, ...next })
  const number = (key: 'retries' | 'expiresHours') => ({
    name: `${name}.${key}`,
    value: options[key],
    // What is no number stays as it is typed: the rules say so when it is saved.
    onChange: (next: unknown) => onChange({ ...options, [key]: next }),
    onBlur,
    error: undefined,
    required: true,
  })
  return (
    <div className={classes.options}>
      <ChoiceInput
        label={t('param.when')}
        value={options.when}
        onChoose={(when) => change({ when: when === 'NEXT' ? 'NEXT' : 'NOW' })}
        options={{ NOW: t('param.when.NOW'), NEXT: t('param.when.NEXT') }}
        none={undefined}
        error={error}
      />
      <NumberField {...number('retries')} label={t('param.retries')} />
      <NumberField {...number('expiresHours')} label={t('param.expiresHours')} />
      <div className={classes.switches}>
        {switches.map(([key, label]) => (
          <Checkbox
            key={key}
            label={t(label)}
            checked={options[key]}
            onChange={(event) => change({ [key]: event.currentTarget.checked })}
          />
        ))}
      </div>
      <WindowFields options={options} onChange={onChange} />
    </div>
  )
}

interface WindowFieldsProps {
  readonly options: ParamDelivery
  readonly onChange: (options: ParamDelivery) => void
}

/** Hours of the terminal's own clock in which it is brought; none: at any time. */
function WindowFields({ options, onChange }: WindowFieldsProps) {
  const { window, ...others } = options
  return (
    <>
      <Checkbox
        className={classes.wide ?? ''}
        label={t('param.window')}
        checked={window !== undefined}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { ...others, window: usualWindow } : others)
        }
      />
      {window && (
        <>
          <TimeInput
            label={t('param.windowFrom')}
            value={window.from}
            onChange={(from) => onChange({ ...others, window: { ...window, from } })}
          />
          <TimeInput
            label={t('param.windowUntil')}
            value={window.until}
            onChange={(until) => onChange({ ...others, window: { ...window, until } })}
          />
        </>
      )}
    </>
  )
}
