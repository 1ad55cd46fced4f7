/** What an item brings, over `item` and `push`. */
const args = 'coalesce(item.args, push.args)'

const app = `select from device_app app where app.device_id = item.device_id
  and app.package = ${args} ->> 'pkg'`

/** What a terminal tells of the part that an upgrade replaces. */
const running = `case ${args} #>> '{upgrade,part}' when 'FIRMWARE' then device.firmware when 'AGENT' then device.agent_version
  else (select told.document #>> array['parts', ${args} #>> '{upgrade,part}'] from device_snapshot told
    where told.device_id = device.id and told.kind = 'info') end`

/** Whether a terminal runs the version that was to come, over `item`, `push` and `device`. */
export const isRun = `${args} #>> '{upgrade,version}' = ${running}`

/** Whether an inventory shows what was to come, or nothing any more of what was to go; over `item` and `push`. */
export const isListed = `case item.cmd when 'APP_UNINSTALL' then not exists (${app})
  else exists (${app} and app.version_code = (${args} ->> 'vc')::bigint) end`

/** Items that are old are proved no more. */
export const isYoung = `item.created_at > now() - interval '31 days'`
