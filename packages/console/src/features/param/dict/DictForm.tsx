import {
  controlsOf,
  type NewOf,
  type ParamDict,
  paramDicts,
  paramTypes,
  secretTypes,
  type TextKey,
} from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FlagField, SecretField } from '../../../ui/form/moreFields.tsx'
import { partsOf } from '../../../ui/form/parts.ts'
import { NamesField } from '../../system/language/index.ts'
import { DefaultField, shapeOf } from './DefaultField.tsx'
import classes from './dict.module.css'
import { accessTexts, controlTexts, textsOf, typeTexts } from './dictTexts.ts'
import { GroupField } from './GroupField.tsx'
import { ShapeFields } from './ShapeFields.tsx'
import { isUnitless } from './shapes.ts'

type Field = (name: keyof NewOf<typeof paramDicts> & string, label: TextKey) => FieldHold

/** Adds and edits a parameter of the dictionary: by its type, only what belongs to it is asked for. */
export function DictForm({ dialog }: { readonly dialog: Dialog<ParamDict> }) {
  const { record } = dialog
  return (
    <FormDialog
      of={paramDicts}
      dialog={dialog}
      title="paramDict.add"
      start={{ dataType: 'STRING' }}
      size="80rem"
    >
      {(field) => (
        <>
          {!record && <CodeField {...field('pid', 'paramDict.pid')} />}
          <TextField {...field('title', 'paramDict.title')} />
          <GroupField {...field('groupName', 'paramDict.group')} />
          <ValueFields field={field} record={record} />
          <ShownFields field={field} />
          <LongTextField {...field('description', 'paramDict.description')} rows={2} />
          <NamesField {...field('titles', 'paramDict.titles')} hint={t('dictionary.labelsHint')} />
        </>
      )}
    </FormDialog>
  )
}

interface PartProps {
  readonly field: Field
}

/** Type, rules, default and whether it is a secret. */
function ValueFields({ field, record }: PartProps & { readonly record: ParamDict | null }) {
  const dataType = field('dataType', 'paramDict.dataType')
  const type = paramTypes.find((one) => one === dataType.value) ?? 'STRING'
  const secret = field('secret', 'paramDict.secret')
  const isSecret = secret.value === true
  const shape = shapeOf((name) => field(name, 'paramDict.dataType').value)
  return (
    <>
      <h3 className={classes.section}>{t('paramDict.section.value')}</h3>
      <ChoiceField {...dataType} options={texts(typeTexts)} />
      {!isUnitless(type) && <TextField {...field('unit', 'paramDict.unit')} />}
      <ShapeFields type={type} hold={field} />
      {isSecret ? (
        <SecretField
          {...field('secretDefault', 'paramDict.secretDefault')}
          placeholder={record?.hasSecret ? t('paramDict.defaultKept') : ''}
        />
      ) : (
        <DefaultField
          {...field('defaultValue', 'paramDict.defaultValue')}
          type={type}
          shape={shape}
        />
      )}
      {(secretTypes.includes(type) || isSecret) && (
        <FlagField {...secret} hint={t('paramDict.secretHint')} />
      )}
      <FlagField {...field('required', 'paramDict.required')} />
      {type === 'DATE' && (
        <FlagField {...field('expires', 'paramDict.expires')} hint={t('paramDict.expiresHint')} />
      )}
      <SecretNote record={record} isSecret={isSecret} />
    </>
  )
}

/** What becomes of the default when a parameter becomes a secret, or is none any more. */
function SecretNote({ record, isSecret }: { record: ParamDict | null; isSecret: boolean }) {
  if (!record || record.secret === isSecret) return null
  const says = isSecret ? 'paramDict.becomesSecret' : 'paramDict.losesSecret'
  return <p className={classes.note}>{t(says)}</p>
}

/** How forms show it. */
function ShownFields({ field }: PartProps) {
  const type = paramTypes.find((one) => one === field('dataType', 'paramDict.dataType').value)
  const controls = controlsOf(type ?? 'STRING')
  return (
    <>
      <h3 className={classes.section}>{t('paramDict.section.form')}</h3>
      {controls.length > 1 && (
        <ChoiceField
          {...field('control', 'paramDict.control')}
          options={textsOf(controls, controlTexts)}
          none={t('paramDict.controlUsual')}
        />
      )}
      <ChoiceField
        {...field('accessLevel', 'paramDict.accessLevel')}
        options={texts(accessTexts)}
      />
      <FlagField {...field('readOnly', 'paramDict.readOnly')} />
      <DependsOnFields {...field('dependsOn', 'paramDict.dependsOn')} />
    </>
  )
}

/** Which other parameter it waits for; without a PID it waits for none. */
function DependsOnFields({ onChange, ...hold }: FieldHold) {
  const known = typeof hold.value === 'object' && hold.value !== null
  const value = known ? hold.value : { pid: '', value: '' }
  const take = (next: unknown) => {
    const isNone = typeof next === 'object' && next !== null && 'pid' in next && next.pid === ''
    onChange(isNone ? '' : next)
  }
  const part = partsOf({ ...hold, value, onChange: take })
  return (
    <>
      <CodeField {...part('pid', t('paramDict.dependsOnPid'))} />
      {known && <CodeField {...part('value', t('paramDict.dependsOnValue'))} />}
    </>
  )
}
