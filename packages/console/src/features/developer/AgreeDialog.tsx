import { type Developer, developers } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { CancelButton } from '../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { Loaded } from '../../kit/page/Screen.tsx'
import { query } from '../../kit/queries.ts'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'
import classes from './developer.module.css'

/** The agreement in force, to be read and accepted by whoever acts for the developer. */
export function AgreeDialog({ dialog }: { readonly dialog: Dialog<Developer> }) {
  const { record, isOpen, close } = dialog
  const programme = useQuery({ ...query(developers.programme, {}), enabled: isOpen })
  const act = useAction(developers)
  const version = programme.data?.agreementVersion ?? ''
  const agree = async () => {
    const params = { id: record?.id ?? '' }
    if (await act(developers.agree, { params, body: { agreementVersion: version } })) close()
  }
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('developer.agreeOf', { version })}
      size="lg"
    >
      <Loaded query={programme} permission={developers.programme.permission}>
        {({ agreementText }) => (
          <>
            <div className={classes.agreement} dir="auto">
              {agreementText}
            </div>
            <Group justify="flex-end" mt="lg">
              <CancelButton close={close} />
              <Button onClick={() => void agree()}>{t('developer.agreed')}</Button>
            </Group>
          </>
        )}
      </Loaded>
    </DialogFrame>
  )
}
