-- Of a row that is there already its feature is refused, not the key that was made of it: indexes are
-- asked in the order in which they were made. Nobody has many rows yet.
-- squawk-ignore require-concurrent-index-deletion
drop index vendor_feature_code_unique;
-- squawk-ignore require-concurrent-index-creation
create unique index vendor_feature_code_unique on vendor_feature (lower(code)) where deleted_at is null;
