import type { TemplateState, TextKey } from '@muster/contract'

/** What the states of a template are called. */
export const stateTexts = {
  DRAFT: 'paramTemplate.state.DRAFT',
  PUBLISHED: 'paramTemplate.state.PUBLISHED',
  DEPRECATED: 'paramTemplate.state.DEPRECATED',
  RETIRED: 'paramTemplate.state.RETIRED',
} as const satisfies Record<TemplateState, TextKey>
