import { type App, apks, type apps, type InputOf, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { type Dialog, useDialog } from '../../kit/dialog/useDialog.ts'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import { navigate } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import classes from './app.module.css'
import { AppForm } from './AppForm.tsx'
import { appPath } from './appPath.ts'
import { PackageDrop } from './PackageDrop.tsx'
import { FoundFacts } from './version/FoundFacts.tsx'

type Start = Partial<InputOf<typeof apps.add>['body']>

/** Begins a new application with its package, which says what it is; or without one. */
export function NewAppDialog({ dialog }: { readonly dialog: Dialog<App> }) {
  const [fileId, setFileId] = useState('')
  const form = useDialog<App>()
  const [start, setStart] = useState<Start>({})
  const mayUpload = useCan(apks.add.permission)
  const { isOpen } = dialog
  const close = () => {
    setFileId('')
    dialog.close()
  }
  const goOn = (next: Start) => {
    setStart(next)
    dialog.close()
    form.open()
  }
  const opened = ({ id }: Pick<App, 'id'>) => {
    navigate(`${appPath(id)}${fileId === '' ? '' : `?file=${fileId}`}`)
    setFileId('')
  }
  if (!mayUpload) return <AppForm dialog={dialog} />
  return (
    <>
      <DialogFrame isOpen={isOpen} close={close} title={t('app.add')} size="lg">
        {isOpen && (
          <div className={classes.form}>
            <PackageDrop fileId={fileId} onChange={setFileId} />
            {fileId !== '' && (
              <>
                <FoundFacts fileId={fileId} appId={null} signature="" />
                <Further fileId={fileId} goOn={goOn} opened={opened} />
              </>
            )}
            <div>
              <Button variant="subtle" onClick={() => goOn({})}>
                {t('app.withoutPackage')}
              </Button>
            </div>
          </div>
        )}
      </DialogFrame>
      <AppForm dialog={form} start={start} onSaved={opened} />
    </>
  )
}

interface FurtherProps {
  readonly fileId: string
  readonly goOn: (start: Start) => void
  readonly opened: (app: Pick<App, 'id'>) => void
}

/** Where a package leads: to the form of a new application, or to the one that it is a version of. */
function Further({ fileId, goOn, opened }: FurtherProps) {
  const { data } = useQuery({
    ...query(apks.parse, { body: { fileId, appId: null, signature: null } }),
    staleTime: Infinity,
  })
  if (!data) return null
  const { app } = data
  if (app)
    return (
      <div className={classes.further}>
        <p className={classes.hint}>{t('app.isThere', { name: app.name })}</p>
        <Button onClick={() => opened(app)}>{t('app.addVersion')}</Button>
      </div>
    )
  return (
    <div className={classes.further}>
      <Button onClick={() => goOn(startOf(data))}>{t('app.goOn')}</Button>
    </div>
  )
}

const startOf = ({ facts }: ReplyOf<typeof apks.parse>): Start => ({
  name: facts.label || facts.packageName,
  package: facts.packageName,
  osKind: facts.osKind,
})
