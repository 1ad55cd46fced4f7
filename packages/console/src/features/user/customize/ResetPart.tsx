import { confirm } from '../../../kit/dialog/confirm.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './customize.module.css'

/** Gives a part back to what is above, once that is agreed to. */
export function ResetPart({ reset }: { readonly reset: () => Promise<unknown> }) {
  const ask = async () => {
    const title = t('customize.reset')
    const text = t('customize.resetSure')
    if (await confirm({ title, text, agree: title, kind: 'dangerous' })) await reset()
  }
  return (
    <Button className={classes.reset} variant="default" onClick={() => void ask()}>
      {t('customize.reset')}
    </Button>
  )
}
