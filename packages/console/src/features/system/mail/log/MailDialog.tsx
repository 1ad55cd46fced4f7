import { type LoggedMail, mailLog } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { outcomeOf, useSend } from '../../../../kit/useAction.ts'
import type { Dialog } from '../../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { Facts } from '../../../../kit/page/Facts.tsx'
import { formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { Button } from '../../../../ui/controls.ts'
import { Letter } from '../Letter.tsx'

/** One mail: what it says, and what became of it. */
export function MailDialog({ dialog }: { readonly dialog: Dialog<LoggedMail> }) {
  return (
    <DialogFrame title={t('mail.mail')} isOpen={dialog.isOpen} close={dialog.close} size="lg">
      {dialog.record && <Content id={dialog.record.id} />}
    </DialogFrame>
  )
}

function Content({ id }: { readonly id: string }) {
  const mail = useQuery(query(mailLog.detail, { params: { id } }))
  const [revealed, setRevealed] = useState<string | null>(null)
  return (
    <Loaded query={mail} permission={mailLog.detail.permission}>
      {({ to, sentAt, nextAttemptAt, attempts, error, subject, text, language, ...mail }) => (
        <>
          <Facts apart>
            <div>
              <dt>{t('mail.to')}</dt>
              <dd>
                <Ltr>{to}</Ltr>
              </dd>
            </div>
            <div>
              <dt>{t(sentAt === null ? 'mail.nextAttempt' : 'mail.sentAt')}</dt>
              <dd>
                <Time at={sentAt ?? nextAttemptAt} />
              </dd>
            </div>
            <div>
              <dt>{t('mail.attempts')}</dt>
              <dd>{formatNumber(attempts)}</dd>
            </div>
            {error !== null && (
              <div>
                <dt>{t('mail.error')}</dt>
                <dd dir="ltr">{error}</dd>
              </div>
            )}
          </Facts>
          {mail.isBlotted && <p>{t('mail.blottedNote')}</p>}
          {mail.isWaiting && <Reveal id={id} show={setRevealed} />}
          <Letter subject={subject} text={revealed ?? text} language={language} />
        </>
      )}
    </Loaded>
  )
}

interface RevealProps {
  readonly id: string
  readonly show: (text: string) => void
}

/** Whoever asks for a code that waits proves himself for it first. */
function Reveal({ id, show }: RevealProps) {
  const send = useSend(mailLog)
  const reveal = async () => {
    const outcome = await outcomeOf(send(mailLog.reveal, { params: { id } }))
    if ('reply' in outcome) show(outcome.reply.text)
  }
  return (
    <p>
      {t('mail.waitingNote')}{' '}
      <Button variant="default" onClick={() => void reveal()}>
        {t('mail.reveal')}
      </Button>
    </p>
  )
}
