import { repairs, repairsPath } from '@muster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { ask } from '../../../kit/call.ts'
import { CallError, fieldProblems } from '../../../kit/callError.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { isBelow } from '../../../kit/sharedPath.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import classes from './repair.module.css'

/** What became of a number that was scanned; without a fault it was received. */
interface Scanned {
  readonly place: number
  readonly sn: string
  /** Of its ticket; null: it waits for the answer, or was refused. */
  readonly ticketNo: string | null
  readonly fault: string | null
}

/** Receives terminals at the depot one after the other, as a scanner reads them: each ends with Enter. */
export function ScanDialog({ dialog }: { readonly dialog: Dialog<true> }) {
  const queries = useQueryClient()
  const close = () => {
    dialog.close()
    // The list below shows all of them now.
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => isBelow(queryKey, repairsPath),
    })
  }
  return (
    <DialogFrame isOpen={dialog.isOpen} close={close} title={t('repair.scanTitle')}>
      {dialog.isOpen && <Scanning close={close} />}
    </DialogFrame>
  )
}

function Scanning({ close }: { readonly close: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [sn, setSn] = useState('')
  const [holderName, setHolderName] = useState('')
  useUnsaved(sn.trim() !== '')
  const { scanned, take } = useScanned()
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    const number = sn.trim()
    if (number !== '') take(number, holderName.trim())
    // The scanner goes on while the answer is on its way.
    setSn('')
    field.current?.focus()
  }
  return (
    <form className={classes.form} onSubmit={enter} noValidate>
      <p className={classes.hint}>{t('repair.scanHint')}</p>
      <TextInput
        label={t('repair.holderName')}
        value={holderName}
        maxLength={64}
        onChange={(event) => setHolderName(event.currentTarget.value)}
      />
      <TextInput
        ref={field}
        data-autofocus
        label={t('repair.sn')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={sn}
        onChange={(event) => setSn(asciiDigits(event.currentTarget.value))}
      />
      <ScannedList scanned={scanned} />
      <div className={classes.ends}>
        <Button variant="default" onClick={close}>
          {t('kit.close')}
        </Button>
        <Button type="submit">{t('repair.do.RECEIVED')}</Button>
      </div>
    </form>
  )
}

/** What has been scanned, the latest first, each sent by itself. */
function useScanned() {
  const [scanned, setScanned] = useState<readonly Scanned[]>([])
  const places = useRef(0)
  const settle = (place: number, became: Pick<Scanned, 'ticketNo' | 'fault'>) =>
    setScanned((all) => all.map((one) => (one.place === place ? { ...one, ...became } : one)))
  const take = (sn: string, holderName: string) => {
    const place = ++places.current
    setScanned((all) => [{ place, sn, ticketNo: null, fault: null }, ...all])
    ask(repairs.receive, { body: { sn, holderName } }).then(
      ({ ticketNo }) => settle(place, { ticketNo, fault: null }),
      (error: unknown) => settle(place, { ticketNo: null, fault: faultOf(error) }),
    )
  }
  return { scanned, take }
}

function faultOf(error: unknown): string {
  if (!(error instanceof CallError)) throw error
  return fieldProblems(error)[0]?.message ?? error.message
}

function ScannedList({ scanned }: { readonly scanned: readonly Scanned[] }) {
  if (scanned.length === 0) return null
  const received = scanned.filter(({ ticketNo }) => ticketNo !== null).length
  const kept = scanned.filter(({ fault }) => fault !== null).length
  return (
    <>
      <p className={classes.hint} role="status">
        {t('repair.scanned', { received, kept })}
      </p>
      <ol className={classes.scanned}>
        {scanned.map(({ place, sn, ticketNo, fault }) => (
          <li key={place}>
            <Ltr>{sn}</Ltr>
            {fault !== null && <span className={classes.fault}>{fault}</span>}
            {ticketNo !== null && (
              <StatusBadge tone="good">{t('repair.receivedOf', { ticket: ticketNo })}</StatusBadge>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
