import { mqttLog } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { MessageLines } from './MessageLines.tsx'

interface ConversationProps {
  readonly correlationId: string
  /** The message that is looked at. */
  readonly current: string
}

/** A conversation from its beginning: a command, what its terminal said of it, and the answers to that. */
export function Conversation({ correlationId, current }: ConversationProps) {
  const trace = useQuery(query(mqttLog.trace, { params: { correlationId } }))
  return (
    <Loaded query={trace} permission={mqttLog.trace.permission}>
      {({ list }) => (
        <MessageLines label={t('mqttLog.conversationOf')} entries={list} current={current} />
      )}
    </Loaded>
  )
}
