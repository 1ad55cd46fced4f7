import { type KeyImpact, type Model, models, type NewOf } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { can } from '../../../kit/session.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

/** Says how many terminals lack keys, or no longer, before a model demands other key slots. */
export async function confirmKeys(
  { keySlots = [] }: NewOf<typeof models>,
  model: Model | null,
): Promise<boolean> {
  if (!model || !can(models.keyImpact.permission)) return true
  if (JSON.stringify(keySlots) === JSON.stringify(model.keySlots)) return true
  const ask = (withRows: boolean) =>
    outcomeOf(call(models.keyImpact, { params: { id: model.id }, body: { keySlots, withRows } }))
  const asked = await ask(false)
  if ('error' in asked) return false
  const { failing, mended, capped = false } = asked.reply
  const count = failing + mended
  if (count === 0 && !capped) return true
  const save = async () => {
    const answer = await ask(true)
    if ('reply' in answer) saveRows(answer.reply)
  }
  return confirm({
    title: t('model.keyImpactTitle'),
    text: t('model.keyImpact', {
      failing: formatCapped(failing, capped),
      mended: formatCapped(mended, capped),
    }),
    agree: t('kit.save'),
    kind: failing > 0 ? 'dangerous' : 'ordinary',
    count,
    list: { label: t('life.impactSheet'), save: () => void save() },
  })
}

function saveRows({ rows = [] }: KeyImpact): void {
  const columns = [t('device.sn'), t('device.name'), t('device.organization'), t('model.keyChange')]
  const lines = rows.map(({ sn, name, orgName, fails }) => [
    sn,
    name,
    orgName,
    t(fails ? 'model.keyFails' : 'model.keyMended'),
  ])
  saveSheet('keys.csv', columns, lines)
}
