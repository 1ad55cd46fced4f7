import type { Device } from '@muster/contract'
import { nothing } from '../../../../platform/format.ts'
import { Ltr, Time } from '../../../../kit/parts/values.tsx'
import { t } from '../../../../platform/texts.ts'
import { FactList } from '../FactList.tsx'
import { Panel } from '../Panel.tsx'

/** What the record says of a terminal. */
export function FactsPanel({ device }: { readonly device: Device }) {
  return (
    <Panel title={t('device.facts')}>
      <FactList
        facts={[
          { key: 'model', label: t('device.model'), value: device.modelName },
          { key: 'vendor', label: t('device.vendor'), value: device.vendorName },
          { key: 'org', label: t('device.organization'), value: device.orgName },
          { key: 'tid', label: t('device.tid'), value: <Ltr>{device.tid}</Ltr> },
          { key: 'mid', label: t('device.mid'), value: <Ltr>{device.mid}</Ltr> },
          { key: 'imei', label: t('device.imei'), value: <Ltr>{device.imei}</Ltr> },
          { key: 'firmware', label: t('device.firmware'), value: <Ltr>{device.firmware}</Ltr> },
          {
            key: 'agent',
            label: t('device.agentVersion'),
            value: <Ltr>{device.agentVersion}</Ltr>,
          },
          { key: 'batch', label: t('device.batchNo'), value: <Ltr>{device.batchNo}</Ltr> },
          { key: 'added', label: t('device.createdAt'), value: <Time at={device.createdAt} /> },
          {
            key: 'activated',
            label: t('device.activatedAt'),
            value: <Time at={device.activatedAt} />,
          },
          { key: 'remark', label: t('device.remark'), value: device.remark ?? nothing },
        ]}
      />
    </Panel>
  )
}
