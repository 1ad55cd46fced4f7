import {
  type Apk,
  type ApkDependency,
  type App,
  apks,
  models,
  mostDependencies,
} from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
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
} from '../../../ui/form/fields.tsx'
import { soughtText } from '../../../ui/form/digits.ts'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { FileField } from '../../file/index.ts'
import { trackTexts } from './apkTexts.ts'
import { FoundFacts } from './FoundFacts.tsx'
import { SignatureField } from './SignatureField.tsx'
import { TemplatesField } from './TemplatesField.tsx'

interface ApkFormProps {
  readonly dialog: Dialog<Apk>
  readonly app: App
  /** The version that a new one takes over from what is not in its file. */
  readonly before?: Apk | null
  /** The package that a new one begins with. */
  readonly fileId?: string | undefined
}

/** Uploads a version, or writes one anew that nobody judges now. */
export function ApkForm({ dialog, app, before = null, fileId }: ApkFormProps) {
  const start = {
    appId: app.id,
    ...(fileId !== undefined && { fileId }),
    ...(before && takenOver(before)),
  }
  const { record } = dialog
  return (
    <FormDialog of={apks} dialog={dialog} title="apk.add" start={start}>
      {(field) => (
        <>
          <PackageField
            file={field('fileId', 'apk.file')}
            signature={field('signature', 'apk.signature')}
            record={record}
            given={fileId}
            app={app}
          />
          <LongTextField {...field('releaseNotes', 'apk.releaseNotes')} rows={4} />
          <ChoiceField {...field('track', 'apk.track')} required options={texts(trackTexts)} />
          <CodeField {...field('minAgent', 'apk.minAgent')} />
          <NumberField {...field('minPreviousCode', 'apk.minPreviousCode')} />
          <DependenciesField {...field('dependencies', 'apk.dependencies')} />
          <TemplatesField
            {...field('paramTemplateIds', 'apk.templates')}
            app={app}
            known={(record ?? before)?.paramTemplates ?? []}
          />
          <RecordsField
            {...field('modelIds', 'apk.models')}
            of={models}
            none={t('apk.modelsOfApp')}
          />
          <FlagField {...field('isRollback', 'apk.isRollback')} />
          <FlagField {...field('uninstallFirst', 'apk.uninstallFirst')} />
          <FlagField {...field('forceUpdate', 'apk.forceUpdate')} />
        </>
      )}
    </FormDialog>
  )
}

const takenOver = (before: Apk) => ({
  releaseNotes: before.releaseNotes,
  track: before.track,
  minAgent: before.minAgent,
  minPreviousCode: before.minPreviousCode,
  dependencies: before.dependencies,
  paramTemplateIds: before.paramTemplateIds,
  modelIds: before.modelIds,
  uninstallFirst: before.uninstallFirst,
  forceUpdate: before.forceUpdate,
})

const noDependency: ApkDependency = { package: '', code: 0 }

/** Other packages, each with the code that it must have at least. */
function DependenciesField(hold: FieldHold) {
  return (
    <RowsField<ApkDependency>
      {...hold}
      empty={noDependency}
      most={mostDependencies}
      add="apk.dependencyAdd"
      remove="apk.dependencyRemove"
    >
      {(row, change) => (
        <>
          <TextInput
            label={t('app.package')}
            value={row.package}
            dir="ltr"
            onChange={(event) => change({ package: event.currentTarget.value.trim() })}
          />
          <TextInput
            label={t('apk.dependencyCode')}
            value={String(row.code)}
            dir="ltr"
            inputMode="numeric"
            onChange={(event) => change({ code: digitsIn(event.currentTarget.value) })}
          />
        </>
      )}
    </RowsField>
  )
}

/** A code as it is typed, in whichever digits. */
const digitsIn = (typed: string): number => Number(soughtText(typed).replaceAll(/\D/g, ''))

interface PackageFieldProps {
  readonly file: FieldHold
  readonly signature: FieldHold
  readonly record: Apk | null
  /** Uploaded before the form was opened. */
  readonly given: string | undefined
  readonly app: App
}

/** What packages of a system end in; any other is one for Linux. */
const androidEndings = ['apk'] as const

/** The package, and what is found in one that was just chosen. */
function PackageField({ file, signature, record, given, app }: PackageFieldProps) {
  const fileId = String(file.value)
  const known = record?.fileName ?? (fileId === given ? t('apk.givenFile') : null)
  const isLinux = app.osKind === 'LINUX'
  const isOwn = (ending: string) => androidEndings.some((one) => one === ending) !== isLinux
  const beside = typeof signature.value === 'string' ? signature.value.trim() : ''
  return (
    <>
      <FileField {...file} type="apk" known={known} takes={isOwn} />
      {isLinux && <SignatureField {...signature} />}
      {fileId !== '' && (fileId !== record?.fileId || beside !== (record.signature ?? '')) && (
        <FoundFacts fileId={fileId} appId={app.id} signature={beside} />
      )}
    </>
  )
}

/** Uploads what comes after a version: all but its file stays as it was. */
export function NextApkForm({ dialog, app }: Omit<ApkFormProps, 'before' | 'fileId'>) {
  return <ApkForm dialog={{ ...dialog, record: null }} app={app} before={dialog.record} />
}
