import {
  deviceSets,
  effectiveParams,
  longestSerials,
  mostNamed,
  mostSerials,
  type ReplyOf,
  writeSerials,
} from '@muster/contract'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { DeviceCount, SetsDialog, setTexts, useSetsDialog } from '../../device/index.ts'
import classes from './assignment.module.css'
import { pushed } from './usePushNow.ts'

export type FoundTerminals = ReplyOf<(typeof effectiveParams)['search']>['devices']

/** What is done with terminals that were found by a value: all of those that are shown. */
export function FoundActs({ found }: { readonly found: FoundTerminals }) {
  // One that has the value for two applications stands there twice.
  const sns = [...new Set(found.map(({ sn }) => sn))]
  return (
    <Group>
      <InList sns={sns} />
      <Permitted to={deviceSets.join.permission}>
        <ToGroup ids={[...new Set(found.map(({ deviceId }) => deviceId))]} />
      </Permitted>
      <Permitted to={effectiveParams.bringMany.permission}>
        <PushFound found={found} />
      </Permitted>
    </Group>
  )
}

function ToGroup({ ids }: { readonly ids: readonly string[] }) {
  const dialog = useSetsDialog()
  const chosen = { which: { ids: [...ids] }, count: ids.length, done: () => undefined }
  return (
    <>
      <Button
        variant="default"
        disabled={ids.length > mostNamed}
        onClick={() => dialog.open({ act: 'JOIN', chosen })}
      >
        {t(setTexts.JOIN)}
      </Button>
      <SetsDialog dialog={dialog} />
    </>
  )
}

/** The way to the list of terminals, with everything that is done there. */
function InList({ sns }: { readonly sns: readonly string[] }) {
  const text = writeSerials(sns)
  if (sns.length <= mostSerials && text.length <= longestSerials)
    return (
      <DeviceCount count={sns.length} of={{ sns: text }}>
        {t('param.foundShow')}
      </DeviceCount>
    )
  return (
    <p className={classes.quiet}>
      {t('device.snsTooLong', {
        most: formatNumber(mostSerials),
        characters: formatNumber(longestSerials),
      })}
    </p>
  )
}

/** Brings them what they should have, whatever they were found by. */
function PushFound({ found }: { readonly found: FoundTerminals }) {
  const act = useAction(effectiveParams)
  const of = found.map(({ deviceId, appId }) => ({ deviceId, appId }))
  const push = async () => {
    const ids = of.map(({ deviceId }) => deviceId)
    if (!(await confirmChosen({ ids }, { title: t('param.push') }))) return
    await act(effectiveParams.bringMany, { body: { of } }, ({ count }) => pushed(count))
  }
  return (
    <Button variant="default" disabled={of.length > mostNamed} onClick={() => void push()}>
      {t('param.push')}
    </Button>
  )
}
