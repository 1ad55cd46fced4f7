import { type NewOf, type Variable, variables } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

type Form = NewOf<typeof variables>

/** Asks whether so many terminals are meant, where the value is another one and for more than one of them. */
export async function confirmImpact(form: Form, record: Variable | null): Promise<boolean> {
  const { key, level, deliver } = form
  const isSame =
    record !== null &&
    !form.secretValue &&
    form.value === record.value &&
    form.fileId === record.fileId
  if (level === 'DEVICE' || isSame) return true
  const query = {
    key,
    level,
    ...(form.orgId && { orgId: form.orgId }),
    ...(form.stationId && { stationId: form.stationId }),
    ...(form.appId && { appId: form.appId }),
  }
  const outcome = await outcomeOf(call(variables.impact, { query }))
  // What is wrong with the target is said when it is saved.
  if (!('reply' in outcome) || outcome.reply.count === 0) return true
  const { count } = outcome.reply
  const when = t(deliver === 'NOW' ? 'variable.impactNow' : 'variable.impactNext')
  return confirm({
    title: t('variable.impact', { count: formatNumber(count) }),
    text: t('variable.impactText', { when }),
    agree: t('kit.save'),
    kind: 'ordinary',
    count,
  })
}
