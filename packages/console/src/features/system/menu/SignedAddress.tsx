import { frameSigning, type MenuRecord, menus } from '@muster/contract'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './menu.module.css'

/** Whether the address of an embedded page tells who looks at it, and with which secret: told once. */
export function SignedAddress({ item: { id, ...item } }: { readonly item: MenuRecord }) {
  const [isSigned, setSigned] = useState(item.isSigned)
  const [secret, setSecret] = useState<string | null>(null)
  const act = useAction({ ...menus, ...frameSigning })
  const set = async (wanted: boolean) => {
    const done = await act(frameSigning.set, { params: { id }, body: { isSigned: wanted } })
    if (!done) return
    setSigned(wanted)
    setSecret(done.reply.secret)
  }
  return (
    <section className={classes.wide} aria-label={t('menus.sign')}>
      <strong>{t('menus.sign')}</strong>
      <p className={classes.hint}>{t('menus.signText')}</p>
      {isSigned && <p role="status">{t('menus.isSigned')}</p>}
      {secret !== null && (
        <Callout title={t('menus.secret')}>
          <code dir="ltr" className={classes.secret}>
            {secret}
          </code>
          {t('menus.secretOnce')}
        </Callout>
      )}
      <Group mt="xs">
        <Button variant="default" size="xs" onClick={() => void set(true)}>
          {t(isSigned ? 'menus.signAgain' : 'menus.signOn')}
        </Button>
        {isSigned && (
          <Button variant="default" size="xs" onClick={() => void set(false)}>
            {t('menus.signOff')}
          </Button>
        )}
      </Group>
    </section>
  )
}
