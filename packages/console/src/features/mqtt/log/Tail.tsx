import { mqttLog } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { MessageLines } from './MessageLines.tsx'
import classes from './mqttLog.module.css'

/** The gateways tell of new messages for a minute: whoever looks on asks again before. */
const askAgainMs = 25_000

/** The latest messages of a terminal, the newest first; new ones come by themselves. */
export function Tail({ sn }: { readonly sn: string }) {
  const isAllowed = useCan(mqttLog.tail.permission)
  const tail = useQuery({
    ...query(mqttLog.tail, { query: { sn } }),
    enabled: isAllowed,
    subscribed: usePage().active,
    refetchInterval: askAgainMs,
  })
  return (
    <Loaded query={tail} permission={mqttLog.tail.permission}>
      {({ list }) => (
        <>
          <p className={classes.note}>{t('mqttLog.following', { sn })}</p>
          {list.length === 0 ? (
            <p>{t('mqttLog.tailEmpty')}</p>
          ) : (
            <MessageLines label={t('mqttLog.tail')} entries={list} />
          )}
        </>
      )}
    </Loaded>
  )
}
