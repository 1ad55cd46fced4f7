import type { ImportResult, TextKey } from '@muster/contract'
import { formatAll, formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from './import.module.css'

const counted: readonly (readonly ['rows' | 'added' | 'changed' | 'same' | 'refused', TextKey])[] =
  [
    ['rows', 'import.rows'],
    ['added', 'import.added'],
    ['changed', 'import.changed'],
    ['same', 'import.same'],
    ['refused', 'import.refused'],
  ]

/** What is new in a file has been added once it is imported. */
const addedOf = ({ mode }: ImportResult): TextKey =>
  mode === 'apply' ? 'import.state.ADDED' : 'import.added'

/** What a file has come to, or would come to. */
export function ImportCounts({ result }: { readonly result: ImportResult }) {
  return (
    <>
      <dl className={classes.counts}>
        {counted.map(([member, label]) => (
          <div key={member} data-bad={member === 'refused' && result.refused > 0}>
            <dt>{t(member === 'added' ? addedOf(result) : label)}</dt>
            <dd>{formatNumber(result[member])}</dd>
          </div>
        ))}
      </dl>
      {result.ignored.length > 0 && (
        <p className={classes.hint}>{t('import.ignored', { names: formatAll(result.ignored) })}</p>
      )}
    </>
  )
}
