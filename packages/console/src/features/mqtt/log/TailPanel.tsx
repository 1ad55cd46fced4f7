import { type SubmitEvent, useState } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { Tail } from './Tail.tsx'
import classes from './mqttLog.module.css'

/** Follows the messages of one terminal, whose number stands in the address. */
export function TailPanel() {
  const { query, setQuery } = usePage()
  const followed = query['sn'] ?? ''
  const [sn, setSn] = useState(followed)
  const follow = (event: SubmitEvent) => {
    event.preventDefault()
    setQuery({ ...query, sn: sn.trim().toUpperCase() })
  }
  return (
    <>
      <form className={classes.bar} onSubmit={follow}>
        <TextInput
          label={t('mqttLog.tailOf')}
          value={sn}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSn(event.currentTarget.value)}
        />
        <Button type="submit" disabled={sn.trim() === ''}>
          {t('mqttLog.follow')}
        </Button>
      </form>
      {followed ? (
        <Tail key={followed} sn={followed} />
      ) : (
        <p className={classes.note}>{t('mqttLog.tailIntro')}</p>
      )}
    </>
  )
}
