import { type Functional, functionals } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmMany } from '../../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './functional.module.css'
import { SettingValue } from './SettingValue.tsx'

/** Puts what the form says in force, after showing for how many terminals and what changes. */
export function PublishDialog({ dialog }: { readonly dialog: Dialog<Functional> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('functional.publishOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && <Publish key={`${record.id} ${record.version}`} profile={record} close={close} />}
    </DialogFrame>
  )
}

interface PublishProps {
  readonly profile: Functional
  readonly close: () => void
}

function Publish({ profile, close }: PublishProps) {
  const { id, version, name } = profile
  const [note, setNote] = useState('')
  const act = useAction(functionals)
  const impact = useQuery({
    ...query(functionals.impact, { params: { id } }),
    // What is agreed to is what is so now.
    staleTime: 0,
  })
  const { submit, isSending } = useSubmit(async () => {
    const { count } = impact.data ?? {}
    if (count === undefined || !(await isAgreed(name, count))) return
    const body = { version, count, note: note.trim() || null }
    const said = ({ revision }: Functional) =>
      t('functional.published', { name, revision: formatNumber(revision ?? 0) })
    if (await act(functionals.publish, { params: { id }, body }, said)) close()
    else void impact.refetch()
  })
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <Loaded query={impact} permission={functionals.impact.permission}>
        {({ count, changed }) => (
          <>
            <p>{t('functional.publishText', { count: formatNumber(count) })}</p>
            <div>
              <Button size="xs" variant="default" onClick={() => navigate(devicesOf(profile))}>
                {t('functional.showDevices')}
              </Button>
            </div>
            {changed.length === 0 ? (
              <p className={classes.quiet}>{t('functional.nothingToPublish')}</p>
            ) : (
              <PlainTable
                label={t('functional.changes')}
                titles={[t('functional.effective.setting'), t('functional.effective.value')]}
                rows={changed.map((setting) => ({
                  key: setting,
                  cells: [
                    t(`functional.set.${setting}`),
                    <SettingValue key={setting} settings={profile} name={setting} />,
                  ],
                }))}
                size="small"
              />
            )}
          </>
        )}
      </Loaded>
      <TextInput
        label={t('functional.note')}
        value={note}
        maxLength={255}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FormFooter
        agree="functional.publish"
        isSending={isSending}
        close={close}
        isDisabled={!impact.data || !profile.isChanged}
      />
    </form>
  )
}

/** Who tells many terminals types how many they are. */
export const isAgreed = (name: string, count: number): Promise<boolean> =>
  confirmMany({
    title: t('functional.publishOf', { name }),
    text: t('functional.publishText', { count: formatNumber(count) }),
    agree: t('functional.publish'),
    kind: 'ordinary',
    count,
  })

/** The list of the terminals that a profile is for, which can be exported there. */
function devicesOf({ orgId, modelId, groupId, deviceSn }: Functional): string {
  const sought = { orgId: orgId ?? '', modelId: modelId ?? '', groupId: groupId ?? '' }
  const query = deviceSn === null ? sought : { sn: deviceSn }
  return addressText({ path: '/device/list', query })
}
