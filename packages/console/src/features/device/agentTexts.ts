import type { agentKinds, TextKey } from '@muster/contract'

/** What each way to speak to the platform is called. */
export const agentTexts: Readonly<Record<(typeof agentKinds)[number], TextKey>> = {
  MUSTER: 'category.agent.MUSTER',
  DDI: 'category.agent.DDI',
  NONE: 'category.agent.NONE',
}
