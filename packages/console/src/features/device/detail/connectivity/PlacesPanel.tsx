import { type Device, devices, type Place } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { MemberValue } from '../hardware/MemberValue.tsx'
import { Panel } from '../Panel.tsx'
import { WideTable } from '../WideTable.tsx'

/** Where the terminal was, the newest place first. */
export function PlacesPanel({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const places = useQuery({
    ...query(devices.locations, { params: { id: device.id } }),
    subscribed: active,
  })
  return (
    <Panel title={t('device.places')}>
      <Loaded query={places} permission={devices.locations.permission}>
        {(known) =>
          known.length === 0 ? (
            <p className={classes.quiet}>{t('device.noPlaces')}</p>
          ) : (
            <Places places={known} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Places({ places }: { readonly places: readonly Place[] }) {
  return (
    <WideTable
      label={t('device.places')}
      heads={[
        'device.placeAt',
        'device.loc.lat',
        'device.loc.lng',
        'device.loc.acc',
        'device.loc.src',
      ]}
    >
      {places.map(({ at, latitude, longitude, accuracy, source }) => (
        <tr key={at}>
          <td>
            <Time at={at} />
          </td>
          <td>
            <MemberValue name="lat" value={latitude} />
          </td>
          <td>
            <MemberValue name="lng" value={longitude} />
          </td>
          <td>{accuracy === null ? nothing : <MemberValue name="acc" value={accuracy} />}</td>
          <td>
            <MemberValue name="src" value={source} />
          </td>
        </tr>
      ))}
    </WideTable>
  )
}
