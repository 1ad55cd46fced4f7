import { type Language, languageKeeping } from '@muster/contract'
import { useTurn } from '../../../kit/batch/useTurn.ts'
import { usePage } from '../../../kit/page/page.ts'
import { EnabledBadge } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Toggle } from '../../../ui/table/cells.tsx'
import classes from './names.module.css'

interface Props {
  readonly language: Language
}

/** Offers a language, or does not, with a way back; the default one is always offered. */
export function LanguageStatus({ language: { id, name, status, isDefault } }: Props) {
  const turn = useTurn(languageKeeping)
  const mayTurn = useCan(languageKeeping.setStatus.permission)
  if (!mayTurn || isDefault) return <EnabledBadge status={status} />
  return (
    <Toggle
      label={t('kit.statusOf', { name })}
      isOn={status === 1}
      onTurn={() => void turn({ id, name, status })}
    />
  )
}

/** How much of a language is translated; what is not, it leads to. */
export function Completeness({ language: { id, name, translated, total } }: Props) {
  const { setQuery } = usePage()
  const text = formatPercent(total === 0 ? 1 : translated / total)
  if (translated >= total) return text
  return (
    <button
      type="button"
      className={classes.complete}
      title={t('language.missingOf', { name })}
      onClick={() => setQuery({ languageId: id, state: 'missing' })}
    >
      {text}
    </button>
  )
}
