import { mostNamed } from '@muster/contract'
import { type FormEvent, useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { asciiDigits, shownDigits } from '../../ui/form/digits.ts'
import { notify } from '../notify.ts'
import { outcomeOf } from '../useAction.ts'
import { firstIds } from './firstIds.ts'
import classes from './list.module.css'
import type { SlotProps } from './slotProps.ts'

/** Of fewer rows nobody counts off the first ones. */
export const fewRows = 10

interface FirstRowsProps extends Pick<SlotProps, 'list'> {
  readonly onChosen?: () => void
}

/** Chooses as many of the first rows as one types: fewer than all, more than a page, or another number. */
export function FirstRows({ list, onChosen }: FirstRowsProps) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choose = async (event: FormEvent) => {
    event.preventDefault()
    const count = Number(typed)
    if (isBusy || !Number.isInteger(count) || count < 1) return
    if (count > mostNamed) {
      notify.warning(t('list.firstMost', { most: formatNumber(mostNamed) }))
      return
    }
    setBusy(true)
    const found = await outcomeOf(firstIds(list, count)).finally(() => setBusy(false))
    if ('error' in found) return
    list.selectFirst(found.reply)
    setTyped('')
    onChosen?.()
  }
  return (
    <form className={classes.first} aria-busy={isBusy} onSubmit={(event) => void choose(event)}>
      <label>
        {t('list.first')}
        <input
          inputMode="numeric"
          enterKeyHint="done"
          maxLength={4}
          placeholder={formatNumber(usual)}
          value={shownDigits(typed)}
          onChange={(event) => setTyped(asciiDigits(event.currentTarget.value).replace(/\D/g, ''))}
        />
      </label>
    </form>
  )
}

/** Shown while nothing is typed: what a number looks like here. */
const usual = 30
