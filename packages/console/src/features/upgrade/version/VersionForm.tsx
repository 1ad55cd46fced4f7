import {
  mostNeeds,
  organizations,
  type TextKey,
  type UpgradeVersion,
  upgradeVersions,
  type VersionNeed,
  vendors,
} from '@muster/contract'
import { DateField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { modelsOf } from '../../../kit/form/modelsOf.ts'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { RowsField } from '../../../kit/form/RowsField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FlagField, LinesField } from '../../../ui/form/moreFields.tsx'
import { Select } from '../../../ui/Select.tsx'
import { FileField } from '../../file/index.ts'
import { ReadFile } from './ReadFile.tsx'
import { channelTexts, partOf, partOptions, partTexts } from './versionTexts.ts'

const noNeed: VersionNeed = { kind: 'AGENT', version: '' }

/** Adds a version, or writes one anew that nobody judges now. */
export function VersionForm({ dialog }: { readonly dialog: Dialog<UpgradeVersion> }) {
  const { record } = dialog
  return (
    <FormDialog of={upgradeVersions} dialog={dialog} title="upgradeVersion.add">
      {(field) => {
        const file = field('fileId', 'upgradeVersion.file')
        const isDiff = field('isDiff', 'upgradeVersion.isDiff')
        const fileId = String(file.value)
        const vendor = field('vendorId', 'upgradeVersion.vendor')
        return (
          <>
            <FileField {...file} type="firmware" known={record?.fileName ?? null} />
            {fileId !== '' && fileId !== record?.fileId && <ReadFile fileId={fileId} />}
            <TextField {...field('name', 'upgradeVersion.name')} />
            <CodeField {...field('versionName', 'upgradeVersion.version')} />
            <ChoiceField {...field('kind', 'upgradeVersion.kind')} options={texts(partTexts)} />
            <ChoiceField
              {...field('channel', 'upgradeVersion.channel')}
              required
              options={texts(channelTexts)}
            />
            <RecordField {...field('orgId', 'upgradeVersion.organization')} of={organizations} />
            <RecordField {...vendor} of={vendors} />
            <RecordsField
              {...field('modelIds', 'upgradeVersion.models')}
              of={modelsOf(vendor.value)}
              none={t('upgradeVersion.modelsNone')}
            />
            <FlagField {...isDiff} hint={t('upgradeVersion.isDiffHint')} />
            {isDiff.value === true && (
              <LinesField
                {...field('fromVersions', 'upgradeVersion.fromVersions')}
                hint={t('upgradeVersion.linesHint')}
              />
            )}
            <NeedFields field={field} />
            <NoteFields field={field} />
          </>
        )
      }}
    </FormDialog>
  )
}

type Need =
  | 'signature'
  | 'forbiddenFrom'
  | 'hardware'
  | 'needs'
  | 'minAgent'
  | 'minBattery'
  | 'freeSpaceMb'
  | 'needReboot'
  | 'needIdle'
type Note = 'releaseNotes' | 'knownIssues' | 'ptsApproval' | 'ptsUntil'

interface FieldsProps<Name> {
  readonly field: (name: Name, label: TextKey) => FieldHold
}

/** Who vouches for a version, and what it asks of a terminal. */
const NeedFields = ({ field }: FieldsProps<Need>) => (
  <>
    <CodeField {...field('signature', 'upgradeVersion.signature')} />
    <LinesField
      {...field('forbiddenFrom', 'upgradeVersion.forbiddenFrom')}
      hint={t('upgradeVersion.linesHint')}
    />
    <LinesField
      {...field('hardware', 'upgradeVersion.hardware')}
      hint={t('upgradeVersion.hardwareHint')}
    />
    <NeedsField {...field('needs', 'upgradeVersion.needs')} />
    <CodeField {...field('minAgent', 'upgradeVersion.minAgent')} />
    <NumberField {...field('minBattery', 'upgradeVersion.minBattery')} />
    <NumberField
      {...field('freeSpaceMb', 'upgradeVersion.freeSpaceMb')}
      hint={t('upgradeVersion.freeSpaceHint')}
    />
    <FlagField {...field('needReboot', 'upgradeVersion.needReboot')} />
    <FlagField {...field('needIdle', 'upgradeVersion.needIdle')} />
  </>
)

/** What people should know of a version. */
const NoteFields = ({ field }: FieldsProps<Note>) => (
  <>
    <LongTextField {...field('releaseNotes', 'upgradeVersion.releaseNotes')} rows={4} />
    <LongTextField {...field('knownIssues', 'upgradeVersion.knownIssues')} />
    <CodeField {...field('ptsApproval', 'upgradeVersion.ptsApproval')} />
    <DateField {...field('ptsUntil', 'upgradeVersion.ptsUntil')} />
  </>
)

/** Other parts, each with the version that it must have at least. */
function NeedsField(hold: FieldHold) {
  return (
    <RowsField<VersionNeed>
      {...hold}
      empty={noNeed}
      most={mostNeeds}
      add="upgradeVersion.needAdd"
      remove="upgradeVersion.needRemove"
    >
      {({ kind, version }, change) => (
        <>
          <Select
            label={t('upgradeVersion.kind')}
            value={kind}
            data={partOptions()}
            onChange={(next) => change({ kind: partOf(next) ?? kind })}
          />
          <TextInput
            label={t('upgradeVersion.needVersion')}
            value={version}
            dir="ltr"
            maxLength={64}
            onChange={(event) => change({ version: event.currentTarget.value })}
          />
        </>
      )}
    </RowsField>
  )
}
