import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { CallError, noAnswer } from '../callError.ts'
import classes from './page.module.css'

/** A failed read: what the server said, or that it does not answer, and a way to try again. */
export function Failed(props: { readonly error: Error; readonly retry: () => void }) {
  const { error } = props
  const isAway = error instanceof CallError && error.code === noAnswer
  return (
    <div role="alert">
      <Sentence text={isAway ? t('kit.serverAway') : error.message}>
        <Button variant="default" size="xs" onClick={props.retry}>
          {t('kit.retry')}
        </Button>
      </Sentence>
    </div>
  )
}

/** Says which permission is missing. */
export function Forbidden({ permission }: { readonly permission: string }) {
  return <Sentence text={t('kit.forbidden', { permission })} />
}

/** One sentence in the place of what cannot be shown, and perhaps a way on. */
export function Sentence(props: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.sentence}>
      <p>{props.text}</p>
      {props.children}
    </div>
  )
}
