import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

type Db = Kysely<DB>

interface DemoStation {
  readonly name: string
  readonly code: string
  readonly type: string
  readonly org: string
  readonly city: string
  readonly zone: string
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  readonly mcc: string | null
  readonly fence: object | null
}

/** It locks nothing, stops no payments and holds always. */
const noMore = { lockMinutes: null, blocksPayments: false, schedule: null }

const circle = (radius: number, message: string | null = null) => ({
  kind: 'CIRCLE',
  radius,
  points: [],
  dwellMinutes: 10,
  action: message === null ? 'ALARM' : 'MESSAGE',
  message,
  ...noMore,
})

/** Half a side of a square, in degrees. */
const side = 0.003
const block = (latitude: number, longitude: number) => ({
  kind: 'POLYGON',
  radius: null,
  points: [
    { latitude: latitude - side, longitude: longitude - side },
    { latitude: latitude + side, longitude: longitude - side },
    { latitude: latitude + side, longitude: longitude + side },
    { latitude: latitude - side, longitude: longitude + side },
  ],
  dwellMinutes: 10,
  action: 'ALARM',
  message: null,
  ...noMore,
})

/** At night a branch keeps its terminals: one that leaves locks itself and takes no payments. */
const atNight = (latitude: number, longitude: number, message: string) => ({
  ...block(latitude, longitude),
  action: 'LOCK',
  message,
  lockMinutes: 15,
  blocksPayments: true,
  schedule: { from: '21:00', until: '09:00', days: [1, 2, 3, 4, 5, 6, 7] },
})

const shops: readonly (readonly [
  city: string,
  province: string,
  country: string,
  zone: string,
  latitude: number,
  longitude: number,
  streets: readonly string[],
])[] = [
  [
    'Baghdad',
    'Baghdad Governorate',
    'IQ',
    'Asia/Baghdad',
    33.3152,
    44.3661,
    ['Rashid Street', 'Karrada', 'Mansour'],
  ],
  [
    'Basra',
    'Basra Governorate',
    'IQ',
    'Asia/Baghdad',
    30.5081,
    47.7835,
    ['Corniche', 'Ashar Market'],
  ],
  [
    'Erbil',
    'Erbil Governorate',
    'IQ',
    'Asia/Baghdad',
    36.1911,
    44.0092,
    ['Citadel Square', 'Ankawa'],
  ],
  ['Mosul', 'Nineveh Governorate', 'IQ', 'Asia/Baghdad', 36.3489, 43.1577, ['Nabi Yunus']],
  ['Najaf', 'Najaf Governorate', 'IQ', 'Asia/Baghdad', 31.9961, 44.3148, ['Kufa Road']],
  ['Amman', 'Amman Governorate', 'JO', 'Asia/Amman', 31.9539, 35.9106, ['Rainbow Street']],
  ['Dubai', 'Emirate of Dubai', 'AE', 'Asia/Dubai', 25.2048, 55.2708, ['Deira']],
  ['Istanbul', 'Istanbul Province', 'TR', 'Europe/Istanbul', 41.0082, 28.9784, ['Eminonu']],
]

function fenceOf(at: number, street: string, [north, east]: readonly [number, number]): object {
  if (at === 2) return block(north, east)
  const message = `Please bring this terminal back to ${street}.`
  return at === 1 ? atNight(north, east, message) : circle(250, message)
}

const stations: readonly DemoStation[] = [
  ...shops.flatMap(([city, , , zone, latitude, longitude, streets]) =>
    streets.map((street, at): DemoStation => {
      const [north, east] = [latitude + at * 0.021, longitude - at * 0.017]
      return {
        name: `${city} ${street}`,
        code: `${city}-${at + 1}`.toLowerCase(),
        type: at === 1 ? 'BRANCH' : 'SHOP',
        org: at % 2 === 0 ? 'tigris' : 'marsh',
        city,
        zone,
        address: `${street} 12, ${city}`,
        latitude: north,
        longitude: east,
        mcc: at === 0 ? '5411' : '6012',
        fence: fenceOf(at, street, [north, east]),
      }
    }),
  ),
  {
    name: 'Baghdad depot',
    code: 'baghdad-depot',
    type: 'DEPOT',
    org: 'tigris',
    city: 'Baghdad',
    zone: 'Asia/Baghdad',
    address: 'Dora Road 3, Baghdad',
    latitude: 33.2478,
    longitude: 44.3889,
    mcc: null,
    fence: null,
  },
]

const usual = { from: '09:00', until: '21:00' }
const hours = {
  sun: usual,
  mon: usual,
  tue: usual,
  wed: usual,
  thu: usual,
  fri: null,
  sat: { from: '10:00', until: '16:00' },
  holidays: [{ date: '2027-01-06', name: 'Army Day', open: null }],
}

/** Provinces below their countries, and the cities in them. */
async function addAreas(db: Db): Promise<void> {
  const areas = shops.map(([city, province, country]) => ({ city, province, country }))
  await sql`with told as (select * from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb)
        as told (city text, province text, country text)),
      made as (insert into timezone_area (name, code, type, parent_id)
        select told.province, replace(told.province, ' ', '-'), 'province', country.id
        from told join timezone_area country on country.iso2 = told.country and country.deleted_at is null
        returning id, name)
    insert into timezone_area (name, code, type, parent_id)
      select told.city, told.city, 'city', made.id from told join made on made.name = told.province`.execute(
    db,
  )
}

/** Shops in several cities with fences of their own, and terminals at all of them but the depot. */
export async function makeDemoStations(db: Db): Promise<void> {
  await addAreas(db)
  await sql`insert into station (name, code, type, org_id, merchant_name, mid, mcc, area_id, address,
      latitude, longitude, timezone_id, business_hours, contact, phone, fence)
    select told.name, told.code, told.type, place.id, told.name, 'M' || to_char(number, 'FM000000'), told.mcc,
      area.id, told.address, told.latitude, told.longitude, zone.id, ${JSON.stringify(hours)}::jsonb,
      'Shift manager', '+964 770 000 0000', told.fence
    from rows from (jsonb_to_recordset(${JSON.stringify(stations)}::jsonb)
        as (name text, code text, type text, org text, city text, zone text, address text,
          latitude float8, longitude float8, mcc text, fence jsonb)) with ordinality
        as told (name, code, type, org, city, zone, address, latitude, longitude, mcc, fence, number)
      join organization place on place.code = told.org
      join timezone_area area on area.name = told.city and area.type = 'city' and area.deleted_at is null
      left join timezone zone on zone.zone_id = told.zone and zone.deleted_at is null`.execute(db)
  // The terminals of each organisation at its shops in turn; every twelfth stands nowhere yet.
  await sql`with shop as (select id, org_id, row_number() over (partition by org_id order by code) - 1 as place,
        count(*) over (partition by org_id) as places from station where type <> 'DEPOT'),
      terminal as (select id, org_id, row_number() over (partition by org_id order by sn) as number from device)
    update device set station_id = shop.id, tid = 'TD' || right(device.sn, 6) from terminal, shop
    where terminal.id = device.id and shop.org_id = terminal.org_id
      and terminal.number % shop.places = shop.place and terminal.number % 12 <> 0`.execute(db)
  // At every fourth some are missing, or too many.
  await sql`update station set expected_devices = tally.count + case
      when right(station.code, 1) = '2' then 3 when station.code = 'mosul-1' then -2 else 0 end
    from station_tally tally where tally.station_id = station.id`.execute(db)
}
