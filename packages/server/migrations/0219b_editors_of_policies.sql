-- All who have changed a policy since a push of it was last agreed to, and all who have steered a release: none of
-- them agrees to what comes of it, whoever it is given for.
alter table org_apk_giver add column editors uuid[] not null default '{}';
update org_apk_giver giver set editors = array_remove(array[policy.created_by, policy.updated_by], null)
  from org_apk policy where policy.id = giver.org_apk_id;
alter table org_apk_release add column editors uuid[] not null default '{}';
update org_apk_release set editors = array[started_by] where started_by is not null;
