import { t } from '../../../platform/texts.ts'
import { CopyButton } from '../../../kit/copy/CopyButton.tsx'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './group.module.css'

/** Serial numbers that name no terminal which the caller sees, to be copied and looked into. */
export function UnknownSerials({ sns }: { readonly sns: readonly string[] }) {
  if (sns.length === 0) return null
  return (
    <Callout title={t('group.sns.unknown', { count: sns.length })}>
      <textarea
        className={classes.unknown}
        aria-label={t('group.sns.unknownList')}
        dir="ltr"
        rows={Math.min(6, sns.length)}
        value={sns.join('\n')}
        readOnly
      />
      <CopyButton label={t('group.sns.unknownList')} text={sns.join('\n')} />
    </Callout>
  )
}
