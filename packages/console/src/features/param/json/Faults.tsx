import type { JsonDocumentFault } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './json.module.css'

/** What is wrong with a document, its schema, or what comes of it. */
export function Faults({ faults }: { readonly faults: readonly JsonDocumentFault[] }) {
  if (faults.length === 0) return null
  return (
    <Callout title={t('json.faults')}>
      <ul className={classes.faults}>
        {faults.map(({ of, pointer, message }) => (
          <li key={`${of} ${pointer} ${message}`}>
            {t(`json.of.${of}`)}: <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
