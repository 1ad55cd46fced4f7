/** What a page of statistics would ask of the logs, had nobody added them up. */
export const raws: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'what was done with an application in 30 days',
    text: `select date_trunc('day', at, 'UTC'), kind, count(*) from device_app_event
      where package = 'com.bench.app1' and at >= now() - interval '30 days' group by 1, 2`,
  },
  {
    name: 'what was done with an application in a year',
    text: `select date_trunc('day', at, 'UTC'), kind, count(*) from device_app_event
      where package = 'com.bench.app1' and at >= now() - interval '365 days' group by 1, 2`,
  },
  {
    name: 'its use in 30 days',
    text: `select at, sum(launches), sum(minutes), sum(kilobytes), count(*) from device_app_use
      where package = 'com.bench.app1' and at >= now() - interval '30 days' group by 1`,
  },
  {
    name: 'its use in a year',
    text: `select at, sum(launches), sum(minutes), sum(kilobytes), count(*) from device_app_use
      where package = 'com.bench.app1' and at >= now() - interval '365 days' group by 1`,
  },
  {
    name: 'who has it, by version',
    text: `select version_code, count(*) from device_app join device on device.id = device_app.device_id
      where package = 'com.bench.app1' and deleted_at is null group by 1`,
  },
  {
    name: 'connections by hour and how they ended, a week',
    text: `select date_trunc('hour', connected_at), reason, count(*) from device_session
      where connected_at >= now() - interval '7 days' group by 1, 2`,
  },
  {
    name: 'terminals by network',
    text: `select network_type, count(*) from device join device_state state on state.device_id = device.id
      where deleted_at is null group by 1`,
  },
]
