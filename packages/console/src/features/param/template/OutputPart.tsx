import { devices, paramTemplates, type TemplatePreview } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { CopyButton } from '../../../kit/copy/CopyButton.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import classes from './design.module.css'
import type { Design } from './useDesign.ts'

/** The files that the defaults make, for a terminal or a made-up one. */
export function OutputPart({ design }: { readonly design: Design }) {
  const { id, isDirty } = design
  const [deviceId, setDevice] = useState<string | null>(null)
  const preview = useQuery({
    queryKey: [paramTemplates.preview.path, id, deviceId, design.content],
    queryFn: () =>
      call(paramTemplates.preview, { params: { id }, body: { rev: 0, values: {}, deviceId } }),
    enabled: !isDirty,
    gcTime: 0,
  })
  if (isDirty) return <p className={classes.quiet}>{t('paramTemplate.saveFirst')}</p>
  return (
    <div className={classes.panel}>
      <div className={classes.device}>
        <RecordPicker
          of={devices}
          label={t('paramTemplate.device')}
          placeholder={t('paramTemplate.madeUp')}
          value={deviceId}
          onChange={setDevice}
        />
      </div>
      <Loaded query={preview} permission={paramTemplates.preview.permission}>
        {(made) => <Made preview={made} />}
      </Loaded>
    </div>
  )
}

function Made({ preview: { files, faults } }: { readonly preview: TemplatePreview }) {
  const [chosen, setChosen] = useState('0')
  const file = files[Number(chosen)] ?? files[0]
  return (
    <>
      {faults.length > 0 && (
        <Callout title={t('paramTemplate.previewFaults')}>
          <ul className={classes.faults}>
            {faults.slice(0, 50).map(({ pid, message }) => (
              <li key={`${pid} ${message}`}>
                {pid !== null && <Ltr>{pid}: </Ltr>}
                <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {files.length > 1 && (
        <ChoiceInput
          label={t('paramTemplate.file')}
          value={chosen}
          options={Object.fromEntries(files.map(({ fileName }, at) => [String(at), fileName]))}
          onChoose={setChosen}
        />
      )}
      {file && (
        <>
          <div className={classes.acts}>
            <Ltr>{file.path ? `${file.path}/${file.fileName}` : file.fileName}</Ltr>
            <span className={classes.quiet}>{formatBytes(file.bytes)}</span>
            <CopyButton text={file.text} label={t('kit.copy')} />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys scroll what has the focus. */}
          <pre className={classes.output} dir="ltr" tabIndex={0}>
            {file.text}
          </pre>
        </>
      )}
    </>
  )
}
