import { type Group, groups, models, organizations } from '@muster/contract'
import { useRef, useState } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { notify } from '../../../kit/notify.ts'
import { t, texts } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import {
  ChoiceField,
  type FieldHold,
  LongTextField,
  NumberField,
  shownValue,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FilterField, filterIn } from '../filter/FilterField.tsx'
import { Preview } from '../filter/Preview.tsx'
import { useGroupPreview } from '../filter/usePreview.ts'
import { confirmImpact } from './confirmImpact.ts'
import { Failure } from './Failure.tsx'
import classes from './group.module.css'
import { typeTexts } from './groupColumns.tsx'
import { type GroupStart, newGroup } from './groupStart.ts'
import { type Pasted, readSerials } from './serials.ts'
import { SerialsInput } from './SerialsInput.tsx'
import { UnknownSerials } from './UnknownSerials.tsx'
import { useNamed } from './useNamed.ts'

interface GroupFormProps {
  readonly dialog: Dialog<Group>
  readonly start?: GroupStart | undefined
  /** The group that it is a copy of; its name says so in the reader's language. */
  readonly copied?: string | undefined
  /** What a screen has to say above the fields. */
  readonly said?: string | undefined
}

/** Adds and edits a group; the members of a new static one can be pasted along. */
export function GroupForm({ dialog, start = newGroup, copied, said }: GroupFormProps) {
  const pasted = useRef<Pasted>(readSerials(''))
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const { record } = dialog
  const add = useAddMembers()
  const addPasted = async ({ id, type }: Group) => {
    const { sns } = pasted.current
    pasted.current = readSerials('')
    const done = type === 'STATIC' && sns.length > 0 ? await add.toGroup(id, sns) : null
    if (done) setUnknown(done.unknown)
  }
  return (
    <>
      <FormDialog
        of={groups}
        dialog={dialog}
        title="group.add"
        size="80rem"
        start={start}
        about={copied === undefined ? undefined : { id: copied, worded: ['name'] }}
        confirmSave={confirmImpact}
        onSaved={(saved) => void (record ?? addPasted(saved))}
      >
        {(field) => (
          <>
            {said && <p className={classes.said}>{said}</p>}
            {record && <Failure group={record} />}
            <TextField {...field('name', 'group.name')} />
            <RecordField {...field('orgId', 'group.organization')} of={organizations} />
            <FlagField {...field('includeSubOrgs', 'group.includeSubOrgs')} />
            <TypeField
              {...field('type', 'group.type')}
              locked={record ? t(typeTexts[record.type]) : null}
              clear={() => field('filter', 'group.rule').onChange('')}
            />
            <NumberField {...field('maxMembers', 'group.maxMembers')} />
            <RecordsField
              {...field('modelIds', 'group.models')}
              of={models}
              none={t('group.models.any')}
            />
            <LongTextField {...field('description', 'group.description')} rows={2} />
            {field('type', 'group.type').value === 'DYNAMIC' ? (
              <Rule
                filter={field('filter', 'group.rule')}
                orgId={shownValue(field('orgId', 'group.organization').value)}
                includeSubOrgs={field('includeSubOrgs', 'group.includeSubOrgs').value !== false}
                modelIds={idsIn(field('modelIds', 'group.models').value)}
                groupId={record?.id ?? null}
              />
            ) : (
              !record && (
                <SerialsInput
                  label={t('group.sns')}
                  onRead={(read) => {
                    pasted.current = read
                  }}
                />
              )
            )}
          </>
        )}
      </FormDialog>
      <DialogFrame
        isOpen={unknown.length > 0}
        close={() => setUnknown([])}
        title={t('group.sns.notAll')}
      >
        <UnknownSerials sns={unknown} />
      </DialogFrame>
    </>
  )
}

/** Names terminals as members of a group, and says how many. */
export function useAddMembers() {
  const groupId = useRef('')
  const named = useNamed(groups, (send, sns) =>
    send(groups.addMembers, { body: { groupId: groupId.current, sns } }),
  )
  const toGroup = async (id: string, sns: readonly string[]) => {
    groupId.current = id
    const done = await named.name(sns)
    if (done) notify.success(t('group.membersAdded', { count: done.count }))
    return done
  }
  return { toGroup, isBusy: named.isBusy }
}

interface TypeFieldProps extends FieldHold {
  /** What it is, where it stays so. */
  readonly locked: string | null
  /** Forgets the filter: a static group has none. */
  readonly clear: () => void
}

function TypeField({ locked, clear, ...field }: TypeFieldProps) {
  if (locked !== null)
    return (
      <TextInput
        label={field.label}
        value={locked}
        description={t('group.typeLocked')}
        readOnly
        disabled
      />
    )
  return (
    <ChoiceField
      {...field}
      options={texts(typeTexts)}
      onChange={(type) => {
        field.onChange(type)
        if (type === 'STATIC') clear()
      }}
    />
  )
}

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

interface RuleProps {
  readonly filter: FieldHold
  readonly orgId: string
  readonly includeSubOrgs: boolean
  readonly modelIds: readonly string[]
  readonly groupId: string | null
}

/** The filter of a dynamic group, and whom it finds. */
function Rule({ filter, ...bounds }: RuleProps) {
  const preview = useGroupPreview({ ...bounds, filter: filterIn(filter.value) })
  return (
    <>
      <FilterField {...filter} />
      <Preview {...preview} />
    </>
  )
}
