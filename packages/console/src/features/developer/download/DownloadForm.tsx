import { type DeveloperDownload, developerDownloads, vendors } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, TextField } from '../../../ui/form/fields.tsx'
import { FileField } from '../../file/index.ts'
import { NamesField } from '../../system/language/index.ts'
import { audienceTexts, kindTexts } from './downloadTexts.ts'

interface DownloadFormProps {
  readonly dialog: Dialog<DeveloperDownload>
  /** What a new version takes over from the one before. */
  readonly before?: DeveloperDownload | null
}

/** Adds and edits a download. */
export function DownloadForm({ dialog, before = null }: DownloadFormProps) {
  const start = before
    ? {
        title: before.title,
        kind: before.kind,
        audience: before.audience,
        vendorIds: before.vendorIds,
        minAgent: before.minAgent,
      }
    : { kind: 'SDK' as const, audience: 'DEVELOPER' as const, vendorIds: [] }
  return (
    <FormDialog of={developerDownloads} dialog={dialog} title="download.add" start={start}>
      {(field) => (
        <>
          <TextField {...field('title', 'download.name')} />
          <CodeField {...field('release', 'download.release')} />
          <ChoiceField {...field('kind', 'download.kind')} options={texts(kindTexts)} />
          <ChoiceField {...field('audience', 'download.audience')} options={texts(audienceTexts)} />
          <FileField
            {...field('fileId', 'download.file')}
            type="download"
            known={dialog.record?.fileName ?? null}
          />
          <RecordsField
            {...field('vendorIds', 'download.vendors')}
            of={vendors}
            none={t('download.allVendors')}
          />
          <CodeField {...field('minAgent', 'download.minAgent')} />
          <NamesField
            {...field('notes', 'download.notes')}
            hint={t('download.notesHint')}
            rows={4}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Adds what comes after a download: all but its file and its version is the same. */
export function NextVersionForm({ dialog }: { readonly dialog: Dialog<DeveloperDownload> }) {
  return <DownloadForm dialog={{ ...dialog, record: null }} before={dialog.record} />
}
