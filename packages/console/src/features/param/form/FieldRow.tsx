import { type FormField, isFileType, type ValueFault } from '@muster/contract'
import type { ReactNode } from 'react'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { valueText } from '../valueText.ts'
import { effectiveValue, type FormValues, isOwn, titleIn } from './formRows.ts'
import classes from './paramForm.module.css'
import { ValueInput } from './ValueInput.tsx'

interface FieldRowProps {
  readonly field: FormField
  readonly held: FormValues
  readonly fault: ValueFault | undefined
  readonly isReadOnly: boolean
  /** Null: back to what is inherited. */
  readonly onChange: (pid: string, value: string | null) => void
  readonly beside?: ReactNode
}

/** A parameter: what it is called, its value, and where that comes from. */
export function FieldRow({ field, held, fault, isReadOnly, onChange, beside }: FieldRowProps) {
  const { pid } = field
  const label = titleIn(field.label, field.labels)
  const isFixed = isReadOnly || field.readOnly
  const isSet = (held.ownSecrets?.has(pid) ?? false) || (held.inherited.get(pid)?.isSet ?? false)
  return (
    <div className={classes.row} data-own={isOwn(held, pid) || undefined}>
      <div className={classes.name}>
        <span className={classes.label}>
          {label}
          {field.required && <span aria-hidden="true"> *</span>}
        </span>
        <span className={classes.pid}>
          <Ltr>{pid}</Ltr>
        </span>
        {field.description && (
          <span className={classes.description}>
            <bdi>{field.description}</bdi>
          </span>
        )}
      </div>
      <div className={classes.value}>
        <ValueInput
          field={field}
          label={label}
          value={field.secret ? (held.values.get(pid) ?? '') : effectiveValue(held, pid)}
          error={fault && t(fault.key, fault.params)}
          isReadOnly={isFixed}
          isSet={isSet}
          onChange={(value) => onChange(pid, value)}
        />
      </div>
      <div className={classes.source}>
        <Source field={field} held={held} isFixed={isFixed} onChange={onChange} />
        {beside}
      </div>
    </div>
  )
}

interface SourceProps extends Pick<FieldRowProps, 'field' | 'held' | 'onChange'> {
  readonly isFixed: boolean
}

/** Whether the value is one's own, and the way from the one to the other. */
function Source({ field, held, isFixed, onChange }: SourceProps) {
  const { pid, label, secret, dataType } = field
  const above = held.inherited.get(pid)
  const shown = isFileType(dataType) ? valueText(above?.value ?? '') : (above?.value ?? '')
  if (isOwn(held, pid))
    return (
      <>
        <span className={classes.own}>{t('paramForm.own')}</span>
        {!isFixed && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('paramForm.backOf', { name: label })}
            title={shown === '' ? '' : t('paramForm.backTo', { value: shown })}
            onClick={() => onChange(pid, null)}
          >
            {t('paramForm.back')}
          </Button>
        )}
      </>
    )
  return (
    <>
      <span>{above ? above.source : t('paramForm.noSource')}</span>
      {!isFixed && !secret && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('paramForm.overrideOf', { name: label })}
          onClick={() => onChange(pid, above?.value ?? '')}
        >
          {t('paramForm.override')}
        </Button>
      )}
    </>
  )
}
