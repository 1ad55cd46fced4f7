import {
  organizations,
  paramValueSheet,
  paramValues,
  policyApps,
  sheetDevices,
} from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import classes from './assignment.module.css'
import { TemplateField } from './TemplateField.tsx'

/** Values of many terminals as a sheet: taken away, filled in, and brought back. */
export function SheetDialog({ dialog }: { readonly dialog: Dialog<never> }) {
  return (
    <DialogFrame
      looksOnly
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('paramSheet.title')}
      size="lg"
    >
      <Sheet />
    </DialogFrame>
  )
}

const devicesTexts = {
  ASSIGNED: 'paramSheet.devices.ASSIGNED',
  ALL: 'paramSheet.devices.ALL',
} as const

function Sheet() {
  const [appId, setApp] = useState<string | null>(null)
  const [templateRevId, setTemplate] = useState<string | null>(null)
  return (
    <div className={classes.dialog}>
      <p className={classes.quiet}>{t('paramSheet.text')}</p>
      <RecordPicker
        of={policyApps}
        label={t('param.app')}
        required
        value={appId}
        onChange={setApp}
      />
      <TemplateField
        name="templateRevId"
        label={t('param.template')}
        value={templateRevId}
        required
        error={undefined}
        onChange={(value) => setTemplate(String(value) || null)}
        onBlur={() => undefined}
        appId={appId ?? ''}
        target={{}}
        known={null}
      />
      <Permitted to={paramValues.export.permission}>
        <Taking templateRevId={templateRevId} />
      </Permitted>
      {templateRevId !== null && (
        <Group justify="flex-end">
          <ImportButton key={templateRevId} of={paramValueSheet} within={templateRevId} />
        </Group>
      )}
    </div>
  )
}

/** Which terminals the file has. */
function Taking({ templateRevId }: { readonly templateRevId: string | null }) {
  const [orgId, setOrg] = useState<string | null>(null)
  const [devices, setDevices] = useState<string>('ASSIGNED')
  const take = (format: 'csv' | 'xlsx') =>
    saveByTicket(paramValues.export.path, {
      templateRevId: templateRevId ?? '',
      devices,
      format,
      ...(orgId !== null && { orgId }),
    })
  return (
    <>
      <ChoiceInput
        label={t('paramSheet.devices')}
        options={Object.fromEntries(sheetDevices.map((one) => [one, t(devicesTexts[one])]))}
        value={devices}
        onChoose={setDevices}
      />
      <RecordPicker
        of={organizations}
        label={t('paramSheet.org')}
        value={orgId}
        onChange={setOrg}
      />
      <Group>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            disabled={templateRevId === null}
            onClick={() => take(format)}
          >
            {`${t('paramSheet.export')} ${t(`transfer.${format}`)}`}
          </Button>
        ))}
      </Group>
    </>
  )
}
