import { type Apk, type App, apkTemplates } from '@muster/contract'
import { ChosenRecords } from '../../../kit/form/ChosenRecords.tsx'
import chosen from '../../../kit/form/chosen.module.css'
import { t } from '../../../platform/texts.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'

interface TemplatesFieldProps extends FieldHold {
  readonly app: App
  /** Those of which the names are known: not everybody sees all of them. */
  readonly known: Apk['paramTemplates']
}

/** The templates of parameters that a version brings, the first of which assignments begin with. */
export function TemplatesField({ app, known, value, onChange, label, error }: TemplatesFieldProps) {
  const ids = Array.isArray(value) ? value.map(String) : []
  return (
    <div className={chosen.wide}>
      <ChosenRecords
        of={{ ...apkTemplates, where: { appId: app.id } }}
        label={label}
        none={t('apk.noTemplates')}
        chosen={ids.map((id) => known.find((one) => one.id === id) ?? { id })}
        onAdd={(id) => onChange([...ids, id])}
        onDrop={(id) => onChange(ids.filter((one) => one !== id))}
        isReadOnly={false}
        error={error}
        required={app.appType === 'PARAMETER'}
      />
      <small>{t('apk.templatesHint')}</small>
    </div>
  )
}
