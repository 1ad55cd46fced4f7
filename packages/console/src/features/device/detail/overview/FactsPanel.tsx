import {
  type DetailedDevice,
  type Device,
  supportWarningDays,
  type TextKey,
  upgradeVersions,
} from '@muster/contract'
import { addressText } from '../../../../platform/address.ts'
import { nothing } from '../../../../platform/format.ts'
import { pathOfScreen } from '../../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../../kit/session.ts'
import { Ltr, Time, Words } from '../../../../kit/page/values.tsx'
import { t } from '../../../../platform/texts.ts'
import { EndDay } from '../../facts/EndDay.tsx'
import { FenceState } from '../../facts/FenceState.tsx'
import { type Fact, FactList } from '../FactList.tsx'
import { Panel } from '../Panel.tsx'
import { DeviceGroups } from './DeviceGroups.tsx'

/** What the record says of a terminal. */
export function FactsPanel({ device }: { readonly device: DetailedDevice }) {
  return (
    <Panel title={t('device.facts')}>
      <FactList
        facts={[
          { key: 'model', label: t('device.model'), value: device.modelName },
          { key: 'vendor', label: t('device.vendor'), value: device.vendorName },
          { key: 'org', label: t('device.organization'), value: device.orgName },
          {
            key: 'station',
            label: t('device.station'),
            value: <Words>{device.stationName}</Words>,
          },
          ...fenceFacts(device),
          { key: 'tid', label: t('device.tid'), value: <Ltr>{device.tid}</Ltr> },
          { key: 'mid', label: t('device.mid'), value: <Ltr>{device.mid}</Ltr> },
          { key: 'imei', label: t('device.imei'), value: <Ltr>{device.imei}</Ltr> },
          ...cardFacts(device),
          { key: 'firmware', label: t('device.firmware'), value: <Firmware device={device} /> },
          {
            key: 'agent',
            label: t('device.agentVersion'),
            value: <Ltr>{device.agentVersion}</Ltr>,
          },
          {
            key: 'groups',
            label: t('group.groupsOf'),
            value: <DeviceGroups deviceId={device.id} />,
          },
          { key: 'batch', label: t('device.batchNo'), value: <Ltr>{device.batchNo}</Ltr> },
          {
            key: 'order',
            label: t('device.purchaseOrder'),
            value: <Ltr>{device.purchaseOrder}</Ltr>,
          },
          { key: 'added', label: t('device.createdAt'), value: <Time at={device.createdAt} /> },
          {
            key: 'activated',
            label: t('device.activatedAt'),
            value: <Time at={device.activatedAt} />,
          },
          {
            key: 'warranty',
            label: t('device.warrantyEnd'),
            value: <EndDay on={device.warrantyEnd} days={device.warrantyWarningDays} />,
          },
          {
            key: 'support',
            label: t('model.endOfSupport'),
            value: <EndDay on={device.endOfSupport} days={supportWarningDays} />,
          },
          ...device.attributes.map(({ name, value }) => ({
            key: `attribute ${name}`,
            label: name,
            value: <Words>{value}</Words>,
          })),
          ...enrolmentFacts(device),
          { key: 'remark', label: t('device.remark'), value: device.remark ?? nothing },
        ]}
      />
    </Panel>
  )
}

/** What it runs, with the way from there to the newest version that is for it. */
function Firmware({ device: { id, modelId, firmware } }: { readonly device: Device }) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'VERSION'))
  const isAllowed = useCan(upgradeVersions.path.permission)
  const way = { wayOf: id, wayModel: modelId }
  return (
    <>
      <Ltr>{firmware}</Ltr>
      {path !== null && isAllowed && (
        <>
          {' '}
          <a href={`#${addressText({ path, query: way })}`}>{t('upgradeVersion.path')}</a>
        </>
      )}
    </>
  )
}

/** Its further cards and addresses: only those that somebody has written down. */
function cardFacts({ imei2, mac, iccid, iccid2 }: Device): readonly Fact[] {
  const facts: readonly (readonly [string, TextKey, string | null])[] = [
    ['imei2', 'device.imei2', imei2],
    ['mac', 'device.mac', mac],
    ['iccid', 'device.iccid', iccid],
    ['iccid2', 'device.iccid2', iccid2],
  ]
  return facts.flatMap(([key, label, value]) =>
    value === null ? [] : [{ key, label: t(label), value: <Ltr>{value}</Ltr> }],
  )
}

/** On which side of its station's fence it is: only where there is a fence. */
function fenceFacts(device: Device): readonly Fact[] {
  if (device.fenceState === null) return []
  return [{ key: 'fence', label: t('device.fence'), value: <FenceState {...device} isLong /> }]
}

/** What keeps a terminal from enrolling again, or lets it: only while there is something to tell. */
function enrolmentFacts({ releasedUntil, enrolmentRefusedAt }: Device): readonly Fact[] {
  const released = { key: 'released', label: t('device.releasedUntil') }
  const refused = { key: 'refused', label: t('device.enrolmentRefusedAt') }
  return [
    ...(releasedUntil ? [{ ...released, value: <Time at={releasedUntil} /> }] : []),
    ...(enrolmentRefusedAt ? [{ ...refused, value: <Time at={enrolmentRefusedAt} /> }] : []),
  ]
}
