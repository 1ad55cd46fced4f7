import { type CustomPart, type Customize, customizes } from '@muster/contract'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { policyOf, websiteOf } from './customCalls.ts'
import { PolicyPart } from './PolicyPart.tsx'
import { WebsitePart } from './WebsitePart.tsx'

interface PartDialogProps {
  readonly dialog: Dialog<Customize>
  readonly part: CustomPart
}

/** Edits one part of a white label. */
export function PartDialog({ dialog, part }: PartDialogProps) {
  const act = useAction(customizes)
  const { record } = dialog
  const name = record?.orgName ?? ''
  const title = part === 'website' ? 'customize.websiteOf' : 'customize.policyOf'
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t(title, { name })} size="lg">
      {record && (
        <Part
          key={record.id}
          id={record.id}
          part={part}
          reset={() => act(customizes.reset, { params: { id: record.id, part } })}
        />
      )}
    </DialogFrame>
  )
}

interface PartShownProps {
  readonly id: string
  readonly part: CustomPart
  readonly reset: () => Promise<unknown>
}

function Part({ id, part, ...rest }: PartShownProps) {
  return part === 'website' ? (
    <WebsitePart of={websiteOf(id)} {...rest} />
  ) : (
    <PolicyPart of={policyOf(id)} {...rest} />
  )
}
