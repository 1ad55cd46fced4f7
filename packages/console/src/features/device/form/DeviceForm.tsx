import { type Device, devices, models, organizations, stations } from '@muster/contract'
import { DateField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t } from '../../../platform/texts.ts'
import { CodeField, LongTextField, NumberField, TextField } from '../../../ui/form/fields.tsx'
import { AttributesField } from './AttributesField.tsx'
import { LockedField } from './LockedField.tsx'
import { locksOf } from './locks.ts'

/** Adds and edits a terminal. */
export function DeviceForm({ dialog }: { readonly dialog: Dialog<Device> }) {
  const { record } = dialog
  const locks = locksOf(record)
  const hint = t('device.warrantyHint')
  return (
    <FormDialog of={devices} dialog={dialog} title="device.add" start={{ attributes: [] }}>
      {(field) => (
        <>
          {record && locks.sn ? (
            <LockedField label="device.sn" value={record.sn} why={locks.sn} />
          ) : (
            <CodeField {...field('sn', 'device.sn')} />
          )}
          {record && locks.modelId ? (
            <LockedField label="device.model" value={record.modelName} why={locks.modelId} />
          ) : (
            <RecordField {...field('modelId', 'device.model')} of={models} />
          )}
          {record && locks.orgId ? (
            <LockedField label="device.organization" value={record.orgName} why={locks.orgId} />
          ) : (
            <RecordField {...field('orgId', 'device.organization')} of={organizations} />
          )}
          <TextField {...field('name', 'device.name')} />
          {record && locks.tid ? (
            <LockedField label="device.tid" value={record.tid} why={locks.tid} />
          ) : (
            <CodeField {...field('tid', 'device.tid')} />
          )}
          <CodeField {...field('mid', 'device.mid')} />
          <RecordField {...field('stationId', 'device.station')} of={stations} />
          <CodeField {...field('imei', 'device.imei')} />
          <CodeField {...field('imei2', 'device.imei2')} />
          <CodeField {...field('mac', 'device.mac')} />
          <CodeField {...field('iccid', 'device.iccid')} />
          <CodeField {...field('iccid2', 'device.iccid2')} />
          <CodeField {...field('batchNo', 'device.batchNo')} />
          <CodeField {...field('purchaseOrder', 'device.purchaseOrder')} />
          <DateField {...field('warrantyStart', 'device.warrantyStart')} />
          <NumberField {...field('warrantyMonths', 'device.warrantyMonths')} hint={hint} />
          <AttributesField {...field('attributes', 'device.attributes')} />
          <LongTextField {...field('remark', 'device.remark')} />
        </>
      )}
    </FormDialog>
  )
}
