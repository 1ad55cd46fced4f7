import { type MenuGuard, roles } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { ChoiceField, type FieldHold } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { ChosenRecords } from '../../../kit/form/ChosenRecords.tsx'
import classes from './menu.module.css'

type Parts = Exclude<MenuGuard, readonly string[]>

const modes = ['oneOf', 'allOf', 'except'] as const

/** Who may go to a page beside those whose role has it: roles and permissions by a mode. */
export function GuardField({ value, onChange, label, name, error, onBlur }: FieldHold) {
  const guard = partsOf(value)
  const { role = [], permission = [] } = guard ?? {}
  const change = (parts: Partial<Parts>) => onChange({ role, permission, ...guard, ...parts })
  const setMode = (chosen: unknown) => {
    const mode = modes.find((one) => one === chosen)
    onChange(mode ? { role, permission, mode } : null)
  }
  const hold = { name, onBlur, required: false }
  return (
    <fieldset className={classes.guard}>
      <ChoiceField
        {...hold}
        label={label}
        value={guard?.mode ?? ''}
        onChange={setMode}
        error={error}
        options={Object.fromEntries(modes.map((mode) => [mode, t(`menus.guard.${mode}`)]))}
        none={t('menus.guard.none')}
      />
      {guard && (
        <>
          <p className={classes.hint}>{t('menus.guardHint')}</p>
          <ChosenRecords
            of={roles}
            label={t('menus.guardRoles')}
            none={t('menus.guardNoRole')}
            chosen={role.map((id) => ({ id }))}
            onAdd={(id) => change({ role: [...role, id] })}
            onDrop={(id) => change({ role: role.filter((one) => one !== id) })}
            isReadOnly={false}
          />
          <LinesField
            {...hold}
            name={`${name}.permission`}
            label={t('menus.guardCodes')}
            hint={t('menus.guardCodesHint')}
            error={undefined}
            value={permission}
            onChange={(codes) => change({ permission: linesOf(codes) })}
          />
        </>
      )}
    </fieldset>
  )
}

/** A guard in its long form; a bare list means any of its permissions. */
function partsOf(value: unknown): Parts | null {
  if (Array.isArray(value)) return { permission: value.map(String), mode: 'oneOf' }
  if (typeof value !== 'object' || value === null || !('mode' in value)) return null
  const mode = modes.find((one) => one === value.mode)
  if (!mode) return null
  return {
    role: 'role' in value ? linesOf(value.role) : [],
    permission: 'permission' in value ? linesOf(value.permission) : [],
    mode,
  }
}

const linesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : []
