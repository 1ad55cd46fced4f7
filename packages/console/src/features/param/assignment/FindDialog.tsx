import { effectiveParams, type ReplyOf } from '@muster/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../../kit/call.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Words } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group, TextInput } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { PidInput } from '../dict/PidField.tsx'
import classes from './assignment.module.css'
import { DeviceLink } from '../../device/index.ts'
import { FoundActs } from './FoundActs.tsx'

interface Sought {
  readonly pid: string
  readonly value: string
}

/** Terminals that have a value, wherever it comes from. */
export function FindDialog({ dialog }: { readonly dialog: Dialog<never> }) {
  const [pid, setPid] = useState('')
  const [value, setValue] = useState('')
  const [sought, setSought] = useState<Sought | null>(null)
  const isAsked = pid.trim() !== '' && value !== ''
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    if (isAsked) setSought({ pid: pid.trim(), value })
  }
  return (
    <DialogFrame
      looksOnly
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('param.find')}
      size="lg"
    >
      <form className={classes.dialog} onSubmit={search}>
        <p className={classes.quiet}>{t('param.findText')}</p>
        <div className={classes.parts}>
          <PidInput label={t('param.pid')} value={pid} required onChange={setPid} />
          <TextInput
            label={t('param.value')}
            value={value}
            required
            autoComplete="off"
            maxLength={200}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!isAsked}>
            {t('param.search')}
          </Button>
        </div>
        {sought && <Found key={`${sought.pid} ${sought.value}`} sought={sought} />}
      </form>
    </DialogFrame>
  )
}

type Reply = ReplyOf<(typeof effectiveParams)['search']>

function Found({ sought }: { readonly sought: Sought }) {
  const found = useInfiniteQuery({
    queryKey: [effectiveParams.search.path, sought],
    queryFn: ({ pageParam, signal }) =>
      call(
        effectiveParams.search,
        { query: { ...sought, ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }: Reply) => next,
    staleTime: 0,
  })
  return (
    <Loaded query={found} permission={effectiveParams.search.permission}>
      {({ pages }) => {
        const devices = pages.flatMap((page) => page.devices)
        if (devices.length === 0) return <p className={classes.quiet}>{t('param.foundNone')}</p>
        return (
          <>
            <p className={classes.quiet} role="status">
              {t(found.hasNextPage ? 'param.foundMore' : 'param.foundAll', {
                count: formatNumber(devices.length),
              })}
            </p>
            <PlainTable
              label={t('param.find')}
              titles={[t('param.level.DEVICE'), t('param.app')]}
              rows={devices.map(({ deviceId, sn, appId, appName }) => ({
                key: `${deviceId} ${appId}`,
                cells: [
                  <DeviceLink key="sn" id={deviceId} sn={sn} tab="parameters" />,
                  <Words key="app">{appName}</Words>,
                ],
              }))}
              size="small"
            />
            <FoundActs found={devices} />
            {found.hasNextPage && (
              <Group>
                <Button
                  variant="default"
                  loading={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage()}
                >
                  {t('param.more')}
                </Button>
              </Group>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
