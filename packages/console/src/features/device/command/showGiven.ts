import type { Push } from '@muster/contract'
import { show } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import { openingPush } from './openingPush.ts'

/** Says that a task was given, or that it waits for a second person; a click on the notice opens it. */
export function showGiven({ id, kind, taskNo: no, state }: Given, said: string): void {
  const isWaiting = state === 'APPROVAL'
  show({
    kind: isWaiting ? 'info' : 'success',
    text: isWaiting ? t('push.givenToApprove', { no }) : said,
    ...openingPush({ kind, id }),
  })
}

type Given = Pick<Push, 'id' | 'kind' | 'taskNo' | 'state'>
