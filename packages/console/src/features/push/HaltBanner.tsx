import { mqttTasks, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '../../kit/dialog/confirm.ts'
import { usePage } from '../../kit/page/page.ts'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import classes from './push.module.css'

type Halt = ReplyOf<typeof mqttTasks.halts>[number]

/** Of what all sending is halted, over the list that it keeps from moving. */
export function HaltBanner() {
  const { data = [] } = useQuery({
    ...query(mqttTasks.halts, {}),
    enabled: useCan(mqttTasks.halts.permission),
    subscribed: usePage().active,
  })
  return data.map((halt) => <Halted key={halt.id} halt={halt} />)
}

function Halted({ halt }: { readonly halt: Halt }) {
  const act = useAction(mqttTasks)
  const mayLift = useCan(mqttTasks.lift.permission)
  const lift = async () => {
    const title = t('push.lift')
    const isSure = await confirm({
      title,
      text: t('push.liftSure'),
      agree: title,
      kind: 'ordinary',
    })
    if (isSure) await act(mqttTasks.lift, { params: { id: halt.id } }, () => t('push.lifted'))
  }
  return (
    <div className={classes.halt} role="alert">
      <div>
        <p>
          <strong>
            {halt.orgName === null
              ? t('push.haltedAll')
              : t('push.haltedOf', { name: halt.orgName })}
          </strong>{' '}
          <bdi>{halt.reason}</bdi>
        </p>
        <small>
          <Time at={halt.createdAt} /> <Ltr>{halt.createdBy}</Ltr>
        </small>
      </div>
      {mayLift && (
        <Button variant="default" onClick={() => void lift()}>
          {t('push.lift')}
        </Button>
      )}
    </div>
  )
}
