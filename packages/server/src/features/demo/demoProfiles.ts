import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

type Db = Kysely<DB>

/** What every terminal of the demo does; the classic ones, which know no kiosk, say so. */
const everybody = [
  { alarmBattery: 15, alarmStorageMb: 200, alarmPaper: true, alarmClockSeconds: 300 },
  {
    alarmBattery: 15,
    alarmStorageMb: 200,
    alarmClockSeconds: 300,
    alarmPaper: true,
    alarmTamper: true,
    alarmRoot: true,
    alarmSim: true,
    alarmCrash: true,
    infoHours: 24,
    rebootAt: '03:30',
    rebootWithinMinutes: 60,
    lockStatusBar: true,
    sideLoad: false,
    usbDebug: false,
    usageMinutes: 360,
    remoteControl: 'ASK',
    logLevel: 'INFO',
    logRingMb: 32,
    downloadsAtOnce: 2,
    downloadMeteredMb: 500,
  },
]

/** The smart terminals stand at tills. */
const aurora = [
  { brightness: 80, volume: 40, lockHome: true, lockRecents: true },
  { brightness: 70, volume: 40, lockHome: true, lockRecents: true, alarmBattery: 25 },
]

/** Profiles for everybody and for one model, published twice each, and a draft for the bank. */
export async function makeDemoProfiles(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`insert into functional (name, level, org_id, model_id)
      select 'All terminals', 'PLATFORM', null::uuid, null::uuid
      union all select 'Aurora at the till', 'MODEL', root.id, model.id
        from (select id from organization where parent_id is null order by label limit 1) as root
          cross join model where model.code = 'aurora-a8'`.execute(trx)
    await sql`insert into functional (name, level, org_id, settings)
      select 'Bank hours', 'ORGANIZATION', id, '{"maintenance": {"from": "23:00", "until": "05:00"}}'
      from organization where code = 'tigris'`.execute(trx)
    await publish(trx, 'All terminals', everybody)
    await publish(trx, 'Aurora at the till', aurora)
  })
}

async function publish(db: Db, name: string, revisions: readonly object[]): Promise<void> {
  await sql`insert into functional_revision (functional_id, revision, settings, device_count, published_at)
    select profile.id, told.revision, told.settings,
      (select count(*) from device where profile.model_id is null or device.model_id = profile.model_id),
      now() - make_interval(days => (${revisions.length} - told.revision::integer) * 9 + 2)
    from functional profile cross join jsonb_array_elements(${JSON.stringify(revisions)}::jsonb)
      with ordinality as told (settings, revision)
    where profile.name = ${name}`.execute(db)
  await sql`update functional set revision = ${revisions.length},
      settings = ${JSON.stringify(revisions.at(-1))}::jsonb where name = ${name}`.execute(db)
}
