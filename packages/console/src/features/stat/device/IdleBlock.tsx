import { deviceStat, idleList } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { UnopenedBlock } from '../app/UnopenedBlock.tsx'
import { useFigureLink, useStat } from '../page/stat.ts'

/** Terminals that are online, and on which nobody opens a mandatory application. */
export function IdleBlock() {
  const { filter } = useStat()
  const link = useFigureLink()
  return (
    <UnopenedBlock
      call={deviceStat.idle}
      title={t('stat.idle')}
      name="idle-terminals"
      counted={t('stat.idleTerminals')}
      hrefOf={(appId, days) => link(idleList(filter, appId, days))}
    />
  )
}
