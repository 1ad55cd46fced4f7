import { t } from '../../platform/texts.ts'
import { Skeleton } from '../../ui/controls.ts'
import classes from './page.module.css'

/** What is awaited: a text or figures, fields with their labels, or rows below each other. */
export type AwaitedShape = 'lines' | 'fields' | 'rows'

const parts: Readonly<Record<AwaitedShape, readonly { height: number; width: string }[]>> = {
  lines: [
    { height: 18, width: '60%' },
    { height: 18, width: '100%' },
    { height: 18, width: '80%' },
  ],
  fields: [1, 2, 3].flatMap(() => [
    { height: 12, width: '120px' },
    { height: 32, width: 'min(100%, 440px)' },
  ]),
  rows: [1, 2, 3, 4].map(() => ({ height: 28, width: '100%' })),
}

/**
 * Stands where content will be while it is read: grey, in the content's own shape. Nothing turns;
 * only a button that was pressed says in itself that it works.
 */
export function Awaited({ as = 'lines' }: { readonly as?: AwaitedShape }) {
  return (
    <output aria-label={t('kit.loading')} className={classes.awaited} data-shape={as}>
      {parts[as].map((part, n) => (
        // They never change places.
        <Skeleton key={`${as} ${n}`} {...part} />
      ))}
    </output>
  )
}
