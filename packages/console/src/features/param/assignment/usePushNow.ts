import { type Param, params } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Brings what an assignment says to its terminals now, once somebody has agreed; says to how many. */
export function usePushNow(): (param: Param) => Promise<void> {
  const act = useAction(params)
  return async ({ id, name, deviceCount }) => {
    const agreed = await confirm({
      title: t('param.pushOf', { name }),
      text: t('param.pushText', { count: formatNumber(deviceCount) }),
      agree: t('param.push'),
      kind: 'ordinary',
    })
    if (agreed) await act(params.push, { params: { id } }, ({ count }) => pushed(count))
  }
}

/** What was said to how many terminals. */
export const pushed = (count: number): string =>
  count === 0 ? t('param.pushedNone') : t('param.pushed', { count })
