import { type ReplyOf, stations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import classes from './station.module.css'

interface MergeDialogProps {
  readonly dialog: Dialog<readonly string[]>
  /** They are one. */
  readonly done: () => void
}

/** Makes one of several stations that are the same place. */
export function MergeDialog({ dialog, done }: MergeDialogProps) {
  const ids = dialog.record ?? []
  const found = useQuery({
    ...query(stations.mergePreview, { body: { ids: [...ids] } }),
    enabled: dialog.isOpen && ids.length > 0,
    // What is agreed to is what is so now.
    staleTime: 0,
  })
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('station.mergeTitle')}>
      <p>{t('station.mergeHint')}</p>
      <Loaded query={found} permission={stations.mergePreview.permission}>
        {(data) => (
          <MergeForm
            found={data}
            close={dialog.close}
            done={() => {
              dialog.close()
              done()
            }}
          />
        )}
      </Loaded>
    </DialogFrame>
  )
}

interface MergeFormProps {
  readonly found: ReplyOf<typeof stations.mergePreview>
  readonly close: () => void
  readonly done: () => void
}

function MergeForm({ found, close, done }: MergeFormProps) {
  const act = useAction(stations)
  // The one with most terminals comes first.
  const [keepId, setKeepId] = useState(found[0]?.id ?? '')
  const keep = found.find(({ id }) => id === keepId)
  const others = found.filter(({ id }) => id !== keepId)
  const count = others.reduce((sum, { deviceCount }) => sum + deviceCount, 0)
  const impact = t('station.mergeAsk', {
    count: formatNumber(count),
    name: keep?.name ?? '',
    stations: formatNumber(others.length),
  })
  const merge = async () => {
    const title = t('station.mergeTitle')
    const agree = t('station.mergeAgree')
    if (!(await confirm({ title, text: impact, agree, kind: 'dangerous', count }))) return
    const body = { keepId, ids: others.map(({ id }) => id) }
    const said = ({ devices }: ReplyOf<typeof stations.merge>) =>
      t('station.merged', { count: formatNumber(devices) })
    if (await act(stations.merge, { body }, said)) done()
  }
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{t('station.mergeKeep')}</legend>
        {found.map(({ id, name, code, address, orgName, deviceCount }) => (
          <label key={id} className={classes.choice}>
            <input
              type="radio"
              name="keep"
              checked={id === keepId}
              onChange={() => setKeepId(id)}
            />
            <span>
              <span>
                {name} · <Ltr>{code}</Ltr>
              </span>
              <small>
                {orgName} · {address}
              </small>
            </span>
            <span>{formatNumber(deviceCount)}</span>
          </label>
        ))}
      </fieldset>
      <p>{others.length > 0 && impact}</p>
      <Group justify="flex-end" mt="md">
        <CancelButton close={close} />
        <Button disabled={others.length === 0} onClick={() => void merge()}>
          {t('station.mergeAgree')}
        </Button>
      </Group>
    </>
  )
}
