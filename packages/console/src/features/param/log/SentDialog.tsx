import {
  paramDeliveries,
  type ParamDeliveryRow,
  type SentParamFile,
  type SentParams,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '../../../kit/copy/CopyButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatBytes, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Differences } from '../assignment/Differences.tsx'
import classes from './paramLog.module.css'

/** Which of a terminal's revisions is looked at first. */
export type Sent = Pick<
  ParamDeliveryRow,
  'id' | 'deviceId' | 'sn' | 'appId' | 'appName' | 'revision'
>

/** The files that a terminal was sent, and in what they differ from what it had before. */
export function SentDialog({ dialog }: { readonly dialog: Dialog<Sent> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('paramLog.sentTo', { sn: record?.sn ?? '', app: record?.appName ?? '' })}
      size="80rem"
    >
      {record && <Revision key={record.id} row={record} />}
    </DialogFrame>
  )
}

function Revision({ row: { deviceId, appId, revision } }: { readonly row: Sent }) {
  const [shown, setShown] = useState(revision)
  const asked = { params: { deviceId, appId }, query: { revision: shown } }
  const sent = useQuery(query(paramDeliveries.detail, asked))
  return (
    <Loaded query={sent} permission={paramDeliveries.detail.permission}>
      {(one) => (
        <>
          <div className={classes.head}>
            <span>
              {t('param.heldRevision', { revision: formatNumber(one.revision) })} ·{' '}
              <Time at={one.since} />
              {one.until !== null && (
                <>
                  {' – '}
                  <Time at={one.until} />
                </>
              )}
            </span>
            {one.previous !== null && (
              <Button size="xs" variant="default" onClick={() => setShown(one.previous ?? shown)}>
                {t('paramLog.earlier')}
              </Button>
            )}
            {shown !== revision && (
              <Button size="xs" variant="default" onClick={() => setShown(revision)}>
                {t('paramLog.newest')}
              </Button>
            )}
          </div>
          <Changes sent={one} />
          <Files key={one.revision} files={one.files} />
        </>
      )}
    </Loaded>
  )
}

function Changes({ sent: { previous, differences, hiddenCount } }: { readonly sent: SentParams }) {
  if (previous === null || differences === null)
    return <p className={classes.muted}>{t('paramLog.noPrevious')}</p>
  return (
    <>
      {differences.length === 0 ? (
        <p className={classes.muted}>{t('param.noDifferences')}</p>
      ) : (
        <Differences
          label={t('param.differences')}
          titles={[t('paramLog.before'), t('paramLog.after')]}
          differences={differences}
        />
      )}
      {hiddenCount > 0 && (
        <p className={classes.muted}>
          {t('param.hiddenDifferences', { count: formatNumber(hiddenCount) })}
        </p>
      )}
    </>
  )
}

function Files({ files }: { readonly files: readonly SentParamFile[] }) {
  const [chosen, setChosen] = useState('0')
  const file = files[Number(chosen)] ?? files[0]
  if (!file) return null
  return (
    <>
      {files.length > 1 && (
        <ChoiceInput
          label={t('paramTemplate.file')}
          value={chosen}
          options={Object.fromEntries(files.map(({ name }, at) => [String(at), name]))}
          onChoose={setChosen}
        />
      )}
      <div className={classes.head}>
        <Ltr>{file.name}</Ltr>
        {file.text === null ? (
          <span className={classes.muted}>{formatBytes(file.size ?? 0)}</span>
        ) : (
          <CopyButton text={file.text} label={t('kit.copy')} />
        )}
      </div>
      {file.text === null ? (
        <p className={classes.muted}>{t('paramLog.asUploaded')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys scroll what has the focus.
        <pre className={classes.text} dir="ltr" tabIndex={0}>
          {file.text}
        </pre>
      )}
      <p className={classes.muted}>{t('paramLog.masked')}</p>
    </>
  )
}
