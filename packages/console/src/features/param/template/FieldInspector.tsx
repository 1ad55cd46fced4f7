import { type FormField, isFileType, type OfferedParam, type TemplateField } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, TextInput } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { ValueInput } from '../form/ValueInput.tsx'
import { ColumnsEditor } from './ColumnsEditor.tsx'
import classes from './design.module.css'
import { changedField, movedField } from './designMoves.ts'
import { nameOf } from './FieldList.tsx'
import type { Design } from './useDesign.ts'

interface FieldInspectorProps {
  readonly design: Design
  readonly pid: string
}

/** What a template says otherwise of a parameter than the dictionary. */
export function FieldInspector({ design, pid }: FieldInspectorProps) {
  const { content, edit, param } = design
  const field = content.fields.find((one) => one.pid === pid)
  const known = param(pid)
  if (!field) return <p className={classes.quiet}>{t('paramTemplate.pickOne')}</p>
  const change = (to: Partial<TemplateField>) => edit(changedField(content, pid, to))
  return (
    <>
      <h3 className={classes.inspected}>
        <span>
          <bdi>{nameOf(pid, field.label, known)}</bdi>
        </span>
        <span className={classes.pid}>
          <Ltr>{pid}</Ltr>
          {known ? ` · ${t(`param.type.${known.dataType}`)}` : ''}
        </span>
      </h3>
      {!known && <p className={classes.problem}>{t('paramTemplate.fault.unknownPid', { pid })}</p>}
      <Faults design={design} pid={pid} />
      <TextInput
        label={t('paramTemplate.label')}
        placeholder={nameOf(pid, null, known)}
        value={field.label ?? ''}
        maxLength={128}
        onChange={(event) => change({ label: event.currentTarget.value || null })}
      />
      <Standing design={design} field={field} />
      {known && (
        <DefaultValue field={field} known={known} frozen={frozenOf(design, pid)} change={change} />
      )}
      {(['required', 'readOnly'] as const).map((flag) => (
        <ChoiceInput
          key={flag}
          label={t(`paramTemplate.${flag}`)}
          value={field[flag] === null ? '' : String(field[flag])}
          none={t('paramTemplate.asDictionary', {
            value: t(known?.[flag] ? 'paramForm.yes' : 'paramForm.no'),
          })}
          options={{ true: t('paramForm.yes'), false: t('paramForm.no') }}
          onChoose={(value) => change({ [flag]: value === '' ? null : value === 'true' })}
        />
      ))}
      <Checkbox
        label={t('paramTemplate.hidden')}
        checked={field.hidden}
        onChange={(event) => change({ hidden: event.currentTarget.checked })}
      />
      {known?.dataType === 'TABLE' && <ColumnsEditor field={field} known={known} change={change} />}
    </>
  )
}

const frozenOf = ({ frozen }: Design, pid: string): FormField | undefined =>
  frozen.content.fields.find((one) => one.pid === pid)

function Faults({ design: { faults, content }, pid }: FieldInspectorProps) {
  const own = faults.filter(
    ({ part, index }) => part === 'fields' && index !== null && content.fields[index]?.pid === pid,
  )
  return own.map(({ key, params }) => (
    <p key={key} className={classes.problem}>
      {t(key, params)}
    </p>
  ))
}

interface StandingProps {
  readonly design: Design
  readonly field: TemplateField
}

/** Where it stands and into which file it is written. */
function Standing({ design: { content, edit }, field }: StandingProps) {
  const { pid, groupId, headerId, fileId } = field
  const headers = content.headers.filter((header) => header.groupId === groupId)
  const titles = (all: readonly { readonly id: string; readonly title: string }[]) =>
    Object.fromEntries(all.map(({ id, title }) => [id, title]))
  return (
    <>
      <ChoiceInput
        label={t('paramTemplate.tab')}
        value={groupId}
        options={titles(content.groups)}
        onChoose={(to) =>
          edit(movedField(content, pid, { groupId: to, headerId: null, before: null }))
        }
      />
      {headers.length > 0 && (
        <ChoiceInput
          label={t('paramTemplate.heading')}
          value={headerId ?? ''}
          none={t('paramTemplate.noHeading')}
          options={titles(headers)}
          onChoose={(to) =>
            edit(movedField(content, pid, { groupId, headerId: to || null, before: null }))
          }
        />
      )}
      <ChoiceInput
        label={t('paramTemplate.file')}
        value={fileId}
        options={Object.fromEntries(content.files.map(({ id, fileName }) => [id, fileName]))}
        onChoose={(to) => edit(changedField(content, pid, { fileId: to }))}
      />
    </>
  )
}

interface DefaultValueProps {
  readonly field: TemplateField
  readonly known: OfferedParam
  readonly frozen: FormField | undefined
  readonly change: (to: Partial<TemplateField>) => void
}

/** The default: the dictionary's, or one's own. */
function DefaultValue({ field, known, frozen, change }: DefaultValueProps) {
  const { defaultValue } = field
  const title = t('paramTemplate.defaultValue')
  // A file itself is no default, a variable may be.
  const isFile = isFileType(known.dataType)
  // What the field had before its parameter became a secret goes, or no draft is kept.
  const own = defaultValue !== null && (
    <Button size="compact-xs" variant="subtle" onClick={() => change({ defaultValue: null })}>
      {t('paramTemplate.backToDictionary')}
    </Button>
  )
  if (known.secret)
    return (
      <div className={classes.default}>
        <p className={classes.quiet}>{t('paramTemplate.secretDefault')}</p>
        {own}
      </div>
    )
  return (
    <div className={classes.default}>
      <span className={classes.caption}>{title}</span>
      {frozen && (
        <div className={classes.bare}>
          <ValueInput
            field={isFile ? { ...frozen, dataType: 'STRING' } : frozen}
            label={title}
            value={defaultValue ?? known.defaultValue ?? ''}
            error={undefined}
            isReadOnly={false}
            isSet={false}
            onChange={(value) => change({ defaultValue: value })}
          />
        </div>
      )}
      {isFile && <span className={classes.quiet}>{t('param.fileDefault')}</span>}
      {own || <span className={classes.quiet}>{t('paramTemplate.fromDictionary')}</span>}
    </div>
  )
}
