import { t } from '../../platform/texts.ts'
import type { FieldHold } from '../../ui/form/fields.tsx'
import { MenuIcon, menuIcons } from '../../ui/MenuIcon.tsx'
import classes from './icons.module.css'

/** One of the drawn icons, or none. */
export function IconField({ name, label, value, onChange, error }: FieldHold) {
  return (
    <fieldset className={classes.icons}>
      <legend>{label}</legend>
      {['', ...menuIcons].map((icon) => (
        <label key={icon} className={classes.icon} title={icon || t('menus.noIcon')}>
          <input
            type="radio"
            name={name}
            checked={value === icon}
            aria-label={icon || t('menus.noIcon')}
            onChange={() => onChange(icon)}
          />
          {icon ? <MenuIcon name={icon} /> : <span aria-hidden="true">–</span>}
        </label>
      ))}
      {error && <p className={classes.fault}>{error}</p>}
    </fieldset>
  )
}
