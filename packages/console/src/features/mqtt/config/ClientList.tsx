import { type MqttClientRow, mqttClients, organizations } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { DeviceLink } from '../../device/index.ts'

const columns: Columns<MqttClientRow> = [
  {
    key: 'sn',
    title: 'mqttLog.sn',
    sortable: true,
    width: 150,
    render: ({ id, sn }) => <DeviceLink id={id} sn={sn} tab="connectivity" />,
  },
  {
    key: 'clientId',
    title: 'mqttLog.clientId',
    width: 150,
    render: ({ clientId }) => <Ltr>{clientId}</Ltr>,
  },
  { key: 'orgName', title: 'mqttLog.org' },
  { key: 'modelName', title: 'mqttConfig.clientModel', width: 130 },
  {
    key: 'agentVersion',
    title: 'mqttConfig.clientAgent',
    width: 110,
    render: ({ agentVersion }) => <Ltr>{agentVersion}</Ltr>,
  },
  { key: 'ip', title: 'mqttConfig.clientIp', width: 140, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  {
    key: 'since',
    title: 'mqttConfig.since',
    holds: 'moment',
    render: ({ since }) => <Time at={since} />,
  },
]

/** Who is connected now, and the way to end that. */
export function ClientList() {
  const list = useList(mqttClients)
  const act = useAction(mqttClients)
  const kick = async ({ clientId, sn }: MqttClientRow) => {
    const title = t('mqttConfig.kick')
    const text = t('mqttConfig.kickSure', { sn })
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(mqttClients.kick, { params: { clientId } }, () => t('mqttConfig.kicked', { sn }))
  }
  return (
    <>
      <Filters
        list={list}
        keyword={['mqttConfig.clientSought']}
        fields={{ orgId: { label: 'kit.orgAndBelow', of: organizations } }}
      />
      <ActionLine list={list} columns={columns}>
        {null}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="mqttConfig.noClients"
        actionsWidth={156}
        actions={(row) => (
          <RowButton code={mqttClients.kick.permission} isDangerous onClick={() => void kick(row)}>
            {t('mqttConfig.kick')}
          </RowButton>
        )}
      />
    </>
  )
}
