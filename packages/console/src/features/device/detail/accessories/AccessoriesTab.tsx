import { type AccessoryRow, deviceAccessories } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { Reported } from '../Reported.tsx'
import { WideTable } from '../WideTable.tsx'
import { AccessoryEvents } from './AccessoryEvents.tsx'
import { accessoryTexts } from './accessoryTexts.ts'

/** What belongs to the terminal beside itself, as it says, and what came and went. */
export function AccessoriesTab({ deviceId }: { readonly deviceId: string }) {
  const { active } = usePage()
  const found = useQuery({
    ...query(deviceAccessories.accessories, { params: { id: deviceId } }),
    subscribed: active,
  })
  return (
    <Loaded query={found} permission={deviceAccessories.accessories.permission}>
      {({ reportedAt, accessories, events }) => (
        <div className={classes.column}>
          <Panel
            title={t('device.accessories')}
            aside={reportedAt === null ? undefined : <Reported at={reportedAt} />}
          >
            {accessories.length === 0 ? (
              <p className={classes.quiet}>
                {t(reportedAt === null ? 'device.noReport' : 'device.accessories.none')}
              </p>
            ) : (
              <AccessoryTable accessories={accessories} />
            )}
          </Panel>
          {events.length > 0 && <AccessoryEvents events={events} />}
        </div>
      )}
    </Loaded>
  )
}

function AccessoryTable({ accessories }: { readonly accessories: readonly AccessoryRow[] }) {
  return (
    <WideTable
      label={t('device.accessories')}
      heads={[
        'device.accessory.kind',
        'device.accessory.sn',
        'device.accessory.model',
        'device.accessory.firmware',
        'device.accessory.apps',
        'device.accessory.since',
      ]}
    >
      {accessories.map((accessory) => (
        <Line key={`${accessory.kind} ${accessory.sn}`} accessory={accessory} />
      ))}
    </WideTable>
  )
}

function Line({ accessory }: { readonly accessory: AccessoryRow }) {
  const { kind, sn, model, firmware, apps, since } = accessory
  return (
    <tr>
      <td>{t(accessoryTexts[kind])}</td>
      <td>
        <Ltr>{sn}</Ltr>
      </td>
      <td>{model === null ? nothing : <bdi>{model}</bdi>}</td>
      <td>{firmware === null ? nothing : <Ltr>{firmware}</Ltr>}</td>
      <td>
        {apps.length === 0 ? (
          nothing
        ) : (
          <Ltr>{apps.map(({ p, v }) => (v === null ? p : `${p} ${v}`)).join(', ')}</Ltr>
        )}
      </td>
      <td>
        <Time at={since} />
      </td>
    </tr>
  )
}
