import { type ReactNode, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { Callout } from '../../ui/form/Callout.tsx'

interface AsReadProps<Row> {
  /** The record as it was when it was opened. */
  readonly opened: Row
  /** As it is now, where that is known. */
  readonly now: Row | undefined
  readonly children: (read: Row) => ReactNode
}

/** What is decided about, as it was read: where it was changed since, that is said, and it is read anew when asked to. */
export function AsRead<Row extends { readonly version: number }>({
  opened,
  now,
  children,
}: AsReadProps<Row>) {
  const [read, setRead] = useState(opened)
  return (
    <>
      {now && now.version > read.version && (
        <Callout title={t('kit.changedSince')}>
          <Button size="xs" variant="default" onClick={() => setRead(now)}>
            {t('kit.readAgain')}
          </Button>
        </Callout>
      )}
      {children(read)}
    </>
  )
}
