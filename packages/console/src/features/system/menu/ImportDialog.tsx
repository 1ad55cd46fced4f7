import { type MenuFile, menuFile, type MenuFileOutcome, menus } from '@muster/contract'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { TextFileButton } from '../../../kit/form/TextFileButton.tsx'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './menu.module.css'

/** Brings in a file: first it is told what would happen, then it is done. */
export function ImportDialog({ dialog }: { readonly dialog: Dialog<null> }) {
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('menus.bringIn')} size="lg">
      <Import close={dialog.close} />
    </DialogFrame>
  )
}

type Chosen =
  | { readonly file: MenuFile; readonly outcome: MenuFileOutcome }
  | { readonly reason: string }

function Import({ close }: { readonly close: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const act = useAction(menus)
  const choose = async (text: string) => {
    const read = readMenu(text)
    if ('reason' in read) return setChosen(read)
    const tried = await outcomeOf(call(menus.bringIn, { body: { file: read.file, dryRun: true } }))
    setChosen('error' in tried ? null : { file: read.file, outcome: tried.reply })
  }
  const apply = async (file: MenuFile) => {
    const done = await act(menus.bringIn, { body: { file, dryRun: false } })
    if (done?.reply.isApplied) close()
    else if (done) setChosen({ file, outcome: done.reply })
  }
  return (
    <>
      <p className={classes.hint}>{t('menus.importText')}</p>
      <TextFileButton
        label={t('menus.chooseFile')}
        accept="application/json,.json"
        take={(text) => void choose(text)}
      />
      {chosen && 'reason' in chosen && (
        <Callout title={t('menus.notAFile', { reason: chosen.reason })}>{null}</Callout>
      )}
      {chosen && 'outcome' in chosen && <Outcome outcome={chosen.outcome} />}
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button
          disabled={!(chosen && 'outcome' in chosen && doesSomething(chosen.outcome))}
          onClick={() => chosen && 'outcome' in chosen && void apply(chosen.file)}
        >
          {t('menus.apply')}
        </Button>
      </Group>
    </>
  )
}

const doesSomething = ({ added, changed, refused }: MenuFileOutcome) =>
  refused.length === 0 && added.length + changed.length > 0

function readMenu(text: string): { readonly file: MenuFile } | { readonly reason: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: t('menus.notJson') }
  }
  const read = menuFile().safeParse(json)
  if (read.success) return { file: read.data }
  return { reason: (read.error.issues[0]?.path ?? []).map(String).join('.') || '–' }
}

function Outcome({ outcome }: { readonly outcome: MenuFileOutcome }) {
  const { added, changed, refused, unchanged } = outcome
  const isNothing = added.length + changed.length + refused.length === 0
  return (
    <output className={classes.outcome}>
      {isNothing && <p>{t('menus.nothingToDo')}</p>}
      <Part title={t('menus.isRefused', { count: refused.length })}>
        {refused.map(({ name, reason }) => (name ? t('menus.refusal', { name, reason }) : reason))}
      </Part>
      {refused.length > 0 && <p className={classes.fault}>{t('menus.allOrNothing')}</p>}
      <Part title={t('menus.wouldAdd', { count: added.length })}>{added}</Part>
      <Part title={t('menus.wouldChange', { count: changed.length })}>
        {changed.map(({ name, fields }) => t('menus.changes', { name, fields: fields.join(', ') }))}
      </Part>
      <p className={classes.hint}>{t('menus.unchanged', { count: unchanged })}</p>
    </output>
  )
}

/** Lines below a heading; nothing where there are none. */
function Part({
  title,
  children,
}: {
  readonly title: string
  readonly children: readonly string[]
}) {
  if (children.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {children.map((line, place) => (
          // Two items may be called the same.
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
          <li key={place}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
