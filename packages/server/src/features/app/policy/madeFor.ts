import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a version, a row of `apk` or nothing, is made for `device`, by its `app`: its system, model,
 * processor and functions. The gates of tasks say the same with the codes I205, I206 and I207.
 */
export const madeFor = (wanted: RawBuilder<unknown>) => sql<SqlBool>`(${wanted}.id is null
  or exists (select from model join category on category.id = model.category_id
    where model.id = device.model_id and category.os_kind = app.os_kind
      and coalesce(nullif(model.feature_ids, '{}'), category.feature_ids) @> app.required_feature_ids)
  and (${wanted}.model_ids <> '{}' or app.model_ids = '{}' or device.model_id = any(app.model_ids))
  and (${wanted}.model_ids = '{}' or device.model_id = any(${wanted}.model_ids))
  and ${runsOn(wanted, sql.ref('device.id'))})`

/** Whether the system and the processor of a terminal run a version; one that does not say what it has may. */
export const runsOn = (
  wanted: RawBuilder<unknown>,
  deviceId: RawBuilder<unknown>,
) => sql<SqlBool>`(${wanted}.min_sdk is null and ${wanted}.abis = '{}'
  or not exists (select from device_snapshot told
    where told.device_id = ${deviceId} and told.kind = 'info'
      and ((told.document ->> 'sdk')::integer < ${wanted}.min_sdk
        or ${wanted}.abis <> '{}' and jsonb_array_length(told.document -> 'abis') > 0
          and not told.document -> 'abis' ?| ${wanted}.abis)))`
