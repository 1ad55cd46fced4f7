import type { Push } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { ScreenLabel } from '../../../kit/page/screenLabel.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import type { PushCalls } from '../pushCalls.ts'
import { type Copying, PushMenu } from '../PushMenu.tsx'
import type { Ending } from '../usePushActs.ts'
import { Counts } from './Counts.tsx'
import classes from './detail.module.css'
import { Errors } from './Errors.tsx'
import { Items } from './Items.tsx'
import { PushHead } from './PushHead.tsx'
import { useItemList } from './useItemList.ts'

interface PushDetailProps {
  readonly of: PushCalls
  readonly dialog: Dialog<Pick<Push, 'id'>>
  readonly stopping: Dialog<Ending>
  readonly copy: Copying | undefined
}

/** A push whole: how far it is and why it rests, what failed of it and what helps, and each of its terminals. */
export function PushDetail(props: PushDetailProps) {
  const { of, dialog } = props
  const { record, isOpen, close } = dialog
  const found = useQuery({
    ...query(of.detail, { params: { id: record?.id ?? '' } }),
    enabled: useCan(of.detail.permission) && record !== null,
    subscribed: usePage().active,
  })
  const title = t('push.detailOf', { no: found.data?.taskNo ?? '' })
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={title} size="80rem">
      {record && (
        <ScreenLabel value={title}>
          <Loaded query={found} permission={of.detail.permission}>
            {(push) => <Contents key={push.id} {...props} push={push} />}
          </Loaded>
        </ScreenLabel>
      )}
    </DialogFrame>
  )
}

interface ContentsProps extends PushDetailProps {
  readonly push: Parameters<typeof PushHead>[0]['push']
}

function Contents({ of, push, stopping, copy }: ContentsProps) {
  const list = useItemList(of, push.id)
  return (
    <div className={classes.detail}>
      <PushHead
        of={of}
        push={push}
        acts={<PushMenu of={of} push={push} stopping={stopping} copy={copy} />}
      />
      <Counts push={push} list={list} />
      <Errors of={of} push={push} list={list} />
      <Items of={of} push={push} list={list} />
    </div>
  )
}
