import { mqttConfig } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'

/** Gateways write down their counts every five seconds. */
const refreshMs = 5_000

/** What the gateways count, and which broker carries their messages. */
export const useMetrics = () =>
  useQuery({
    ...query(mqttConfig.metrics, {}),
    enabled: useCan(mqttConfig.metrics.permission),
    subscribed: usePage().active,
    refetchInterval: refreshMs,
  })
