import { devices, type Functional, functionals, groups, organizations } from '@muster/contract'
import { Fragment } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { ModelField } from '../../../kit/form/ModelField.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, LongTextField, TextField } from '../../../ui/form/fields.tsx'
import classes from './functional.module.css'
import { levelTexts } from './functionalTexts.ts'
import { sections } from './settingFields.tsx'

/** Adds and edits a profile; what is left empty is as the level above has it. */
export function FunctionalForm({ dialog }: { readonly dialog: Dialog<Functional> }) {
  return (
    <FormDialog of={functionals} dialog={dialog} title="functional.add">
      {(field) => {
        const level = field('level', 'functional.level')
        const { value } = level
        return (
          <>
            <TextField {...field('name', 'functional.name')} />
            <ChoiceField {...level} options={texts(levelTexts)} />
            {(value === 'ORGANIZATION' || value === 'MODEL') && (
              <RecordField {...field('orgId', 'functional.org')} required of={organizations} />
            )}
            {value === 'MODEL' && <ModelField {...field('modelId', 'functional.model')} required />}
            {value === 'GROUP' && (
              <RecordField {...field('groupId', 'functional.group')} required of={groups} />
            )}
            {value === 'DEVICE' && (
              <RecordField {...field('deviceId', 'functional.device')} required of={devices} />
            )}
            <LongTextField {...field('remark', 'functional.remark')} rows={2} />
            <p className={classes.intro}>{t('functional.intro')}</p>
            {sections.map(({ title, settings }) => (
              <Fragment key={title}>
                <h3 className={classes.section}>{t(title)}</h3>
                {settings.map(([name, Field]) => (
                  <Field key={name} {...field(name, `functional.set.${name}`)} />
                ))}
              </Fragment>
            ))}
          </>
        )
      }}
    </FormDialog>
  )
}
