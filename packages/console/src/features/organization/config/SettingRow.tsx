import {
  type Inherited,
  type OrganizationConfig,
  type SettingName,
  unusedSettings,
} from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import classes from './config.module.css'
import type { Setting } from './settings.tsx'

interface SettingRowProps {
  readonly setting: Setting
  readonly config: OrganizationConfig
  readonly hold: FieldHold
  readonly isOwn: boolean
  readonly setOwn: (isOwn: boolean) => void
}

/** One setting: its own value or none, what is inherited and from whom, and the way from one to the other. */
export function SettingRow({ setting, config, hold, isOwn, setOwn }: SettingRowProps) {
  const { Field, name, start } = setting
  const inherit = () => {
    hold.onChange('')
    setOwn(false)
  }
  const setHere = () => {
    hold.onChange(config.above[name] ?? start)
    setOwn(true)
  }
  return (
    <div className={classes.row} data-own={isOwn || undefined}>
      {isOwn ? <Field {...hold} /> : <span className={classes.label}>{hold.label}</span>}
      <p className={classes.above}>
        <span>{t('organization.config.above')}</span>
        <strong>
          <bdi>{setting.text(config.above)}</bdi>
        </strong>
        <span>{sourceOf(name, config.from[name])}</span>
        {unusedSettings.includes(name) && <em>{t('organization.config.unused')}</em>}
        {name === 'offlineAlarmMinutes' && <em>{t('device.overdueHint')}</em>}
      </p>
      {isOwn ? (
        <Button
          size="xs"
          variant="default"
          aria-label={t('organization.config.inheritOf', { name: hold.label })}
          onClick={inherit}
        >
          {t('organization.config.inherit')}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={t('organization.config.setOf', { name: hold.label })}
          onClick={setHere}
        >
          {t('organization.config.setOwn')}
        </Button>
      )}
    </div>
  )
}

function sourceOf(name: SettingName, source: Inherited | undefined): string {
  if (!source || source.isDefault)
    return t(
      name === 'heartbeatSeconds'
        ? 'organization.config.fromModel'
        : 'organization.config.fromDefault',
    )
  if (!source.from) return t('organization.config.fromHigher')
  return t('organization.config.fromOf', { name: source.from.name })
}
