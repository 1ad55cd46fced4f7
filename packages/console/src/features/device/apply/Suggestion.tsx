import type { ClaimReason, ClaimSuggestion, TextKey } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './apply.module.css'

const reasonTexts: Readonly<Record<ClaimReason, TextKey>> = {
  SERIAL: 'apply.suggested.SERIAL',
  ADDRESS: 'apply.suggested.ADDRESS',
  KEY: 'apply.suggested.KEY',
}

/** Whose a terminal that knocked may be, and why. */
export function Suggestion({ suggestion }: { readonly suggestion: ClaimSuggestion | null }) {
  if (!suggestion) return nothing
  const { orgName, reason, detail } = suggestion
  return (
    <span className={classes.suggestion} title={[t(reasonTexts[reason]), detail ?? ''].join(' ')}>
      <bdi>{orgName}</bdi>
      <small>
        {t(reasonTexts[reason])}
        {detail && (
          <>
            {' '}
            <Ltr>{detail}</Ltr>
          </>
        )}
      </small>
    </span>
  )
}
