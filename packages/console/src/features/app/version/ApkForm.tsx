import { type Apk, type App, apks, models } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  NumberField,
} from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { FileField } from '../../file/index.ts'
import { trackTexts } from './apkTexts.ts'
import { FoundFacts } from './FoundFacts.tsx'
import { SignatureField } from './SignatureField.tsx'

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
  modelIds: before.modelIds,
  uninstallFirst: before.uninstallFirst,
  forceUpdate: before.forceUpdate,
})

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
