import { auditPack } from '@muster/contract'
import { useState } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { ReportDialog, type SentList } from '../../kit/export/ReportDialog.tsx'
import { useCan } from '../../kit/session.ts'
import { notifyTask } from '../../kit/task/notifyTask.ts'
import { outcomeOf, useSend } from '../../kit/useAction.ts'
import { formatDateTime, readerZone } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'
import { spanOf } from './span.ts'

interface AuditDialogProps {
  readonly dialog: Dialog<never>
  /** `from` and `to` of the list's filter; without them the last 31 days. */
  readonly range: Readonly<Record<string, string>>
}

/** What an auditor asks for, made in the background now or sent again and again. */
export function AuditDialog({ dialog: { isOpen, close }, range }: AuditDialogProps) {
  const [now] = useState(() => Date.now())
  const span = spanOf(range, now)
  const send = useSend(auditPack)
  const report = useDialog<SentList>()
  const mayReport = useCan('REPORT_ADD')
  const make = async () => {
    const body = { ...span, timeZone: readerZone() }
    const sent = await outcomeOf(send(auditPack.make, { body }))
    if (!('reply' in sent)) return
    notifyTask(sent.reply.taskId, t('audit.queued'))
    close()
  }
  const sendRegularly = () => {
    const { path } = auditPack.make
    close()
    report.open({
      path,
      wish: { timeZone: readerZone() },
      formats: ['zip'],
      name: t('audit.title'),
    })
  }
  return (
    <>
      <DialogFrame title={t('audit.title')} isOpen={isOpen} close={close} size="lg">
        <p>{t('audit.text')}</p>
        <p>
          {formatDateTime(span.from)} – {formatDateTime(span.to)}
        </p>
        <Group gap="xs">
          <Button onClick={() => void make()}>{t('audit.make')}</Button>
          {mayReport && (
            <Button variant="default" onClick={sendRegularly}>
              {t('report.sendRegularly')}
            </Button>
          )}
        </Group>
      </DialogFrame>
      <ReportDialog dialog={report} />
    </>
  )
}
